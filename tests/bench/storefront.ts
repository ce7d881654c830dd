/**
 * How the storefront compares with a bare `node:http` server that returns the same bytes from memory, for each encoding.
 * Both run as processes of their own and are measured in turn, several times, in one run: quote the ratio, not the figures.
 * The requests are a browser's, so the store counts each as a visit; the end says how many it stored.
 *
 *   npm run bench:storefront
 */
import { loadavg } from 'node:os';
import { startStoreProcess } from '../support/store/store.ts';
import { compareWithBare, inWhole } from './beside-bare.ts';

const ENCODINGS = ['br', 'gzip', 'identity'] as const;

const store = await startStoreProcess({ LOG_LEVEL: 'warn' });
try {
  let responses = 0;
  console.log('| answer | bytes | store, req/s | bare node:http, req/s | ratio |\n|---|---:|---:|---:|---:|');
  for (const encoding of ENCODINGS) {
    const seen = await compareWithBare(`${store.url}/`, { encoding, rounds: 5, seconds: 5 });
    responses += seen.responses;
    console.log(
      `| ${encoding} | ${seen.bytes} | ${inWhole(seen.store)} | ${inWhole(seen.bare)} | ${seen.ratio.toFixed(2)} |`,
    );
  }
  // The last visits are stored when the store ends.
  await store.end();
  const { visits } = await store
    .database()
    .selectFrom('visitsByHour')
    .select(({ fn }) => fn.sum<number>('visits').as('visits'))
    .where('page', '=', '/')
    .executeTakeFirstOrThrow();
  if (visits < responses) throw new Error(`Only ${visits} of ${responses} visits were counted`);
  console.log(`\n${inWhole(responses)} responses, ${inWhole(visits)} visits stored; load ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await store.stop();
}
