import { openClient } from '../support/calls/client.ts';
import { pickProduct } from '../support/purchases/buy.ts';
import { startStoreProcess } from '../support/store/store.ts';
import { compareWithBare, inWhole } from './beside-bare.ts';

/** Every visitor gets these alike, compressed as browsers ask for it. */
export async function compareAnswers(): Promise<string[]> {
  const store = await startStoreProcess({ LOG_LEVEL: 'warn' });
  try {
    const { id } = await pickProduct(openClient(store.url));
    const rows = [
      '| answer | bytes | store, req/s | bare node:http, req/s | of the limit |',
      '|---|---:|---:|---:|---:|',
    ];
    for (const path of pathsOf(id)) {
      const seen = await compareWithBare(`${store.url}${path}`, { encoding: 'br', rounds: 3, seconds: 3 });
      const rates = `${inWhole(seen.store)} | ${inWhole(seen.bare)} | ${seen.ratio.toFixed(2)}`;
      rows.push(`| \`${path.replace(id, '{id}')}\` | ${seen.bytes} | ${rates} |`);
    }
    return rows;
  } finally {
    await store.stop();
  }
}

function pathsOf(productId: string): string[] {
  return [
    '/',
    '/api/public/products',
    `/api/public/products/${productId}`,
    `/checkout/${productId}`,
    '/login',
    '/privacidade',
    '/direito-de-arrependimento',
    '/sitemap.xml',
  ];
}
