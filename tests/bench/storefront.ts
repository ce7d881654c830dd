/**
 * How the storefront compares with a bare `node:http` server that returns the same bytes from memory. Both run as
 * processes of their own and are measured in turn, several times, in one run: quote the ratio, not the figures.
 *
 *   npm run bench:storefront
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { freePort, startStore } from '../support/store.ts';

const ROUNDS = 5;
const SECONDS = 5;
const ENCODINGS = ['br', 'gzip', 'identity'] as const;

const store = await startStore({ LOG_LEVEL: 'warn' });
try {
  console.log(`| answer | bytes | store, req/s | bare node:http, req/s | ratio |\n|---|---:|---:|---:|---:|`);
  for (const encoding of ENCODINGS) console.log(await compare(encoding));
} finally {
  await store.stop();
}

async function compare(encoding: string): Promise<string> {
  const sample = await fetchRaw(encoding);
  const port = await freePort();
  const bare = fork(new URL('bare-server.ts', import.meta.url), [String(port)]);
  bare.send(sample);
  await once(bare, 'message');
  const figures = { store: [] as number[], bare: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ofStore = await measure(`${store.url}/`, encoding);
    const ofBare = await measure(`http://127.0.0.1:${port}/`, encoding);
    // The first round warms both up and does not count.
    if (round === 0) continue;
    figures.store.push(ofStore);
    figures.bare.push(ofBare);
  }
  bare.kill();
  const ratios = figures.store.map((rate, index) => rate / (figures.bare[index] ?? Number.NaN));
  const bytes = Buffer.from(sample.body, 'base64').length;
  return `| ${encoding} | ${bytes} | ${round(median(figures.store))} | ${round(median(figures.bare))} | ${median(ratios).toFixed(2)} |`;
}

async function measure(url: string, encoding: string): Promise<number> {
  const result = await autocannon({
    url,
    connections: 50,
    duration: SECONDS,
    headers: { 'accept-encoding': encoding },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} answered with ${result.non2xx + result.errors} failures`);
  return result.requests.average;
}

/** The answer as it travels, still compressed, with the headers that a bare server would have to send too. */
async function fetchRaw(encoding: string): Promise<{ headers: Record<string, string>; body: string }> {
  const { get } = await import('node:http');
  const [response] = await once(get(`${store.url}/`, { headers: { 'accept-encoding': encoding } }), 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const { 'content-type': type = 'text/html', 'content-encoding': coding } = response.headers;
  const headers = { 'content-type': type, ...(coding && { 'content-encoding': coding }) };
  const body = Buffer.concat(chunks);
  return { headers: { ...headers, 'content-length': String(body.length) }, body: body.toString('base64') };
}

function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function round(rate: number): string {
  return Math.round(rate).toLocaleString('en-US');
}
