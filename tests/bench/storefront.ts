/**
 * How the storefront compares with a bare `node:http` server that returns the same bytes from memory, for each encoding.
 * Both run as processes of their own and are measured in turn, several times, in one run: quote the ratio, not the figures.
 *
 *   npm run bench:storefront
 */
import { startStore } from '../support/store.ts';
import { compareWithBare, inWhole } from './beside-bare.ts';

const ENCODINGS = ['br', 'gzip', 'identity'] as const;

const store = await startStore({ LOG_LEVEL: 'warn' });
try {
  console.log('| answer | bytes | store, req/s | bare node:http, req/s | ratio |\n|---|---:|---:|---:|---:|');
  for (const encoding of ENCODINGS) {
    const seen = await compareWithBare(`${store.url}/`, { encoding, rounds: 5, seconds: 5 });
    console.log(
      `| ${encoding} | ${seen.bytes} | ${inWhole(seen.store)} | ${inWhole(seen.bare)} | ${seen.ratio.toFixed(2)} |`,
    );
  }
} finally {
  await store.stop();
}
