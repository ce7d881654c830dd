import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import autocannon from 'autocannon';
import { freePort } from '../support/free-port.ts';

/** What the store answers at an address, and how many a second beside a bare `node:http` server with the same bytes. */
export type BesideBare = { bytes: number; store: number; bare: number; ratio: number };

type Measuring = { encoding: string; rounds: number; seconds: number };

/** Measures both in turn, several times. The ratio is the median of the rounds' ratios. */
export async function compareWithBare(url: string, { encoding, rounds, seconds }: Measuring): Promise<BesideBare> {
  const sample = await readRaw(url, encoding);
  const port = await freePort();
  const bare = fork(new URL('bare-server.ts', import.meta.url), [String(port)]);
  try {
    bare.send(sample);
    await once(bare, 'message');
    const figures = { store: [] as number[], bare: [] as number[] };
    for (let round = 0; round <= rounds; round += 1) {
      const ofStore = await measure(url, encoding, seconds);
      const ofBare = await measure(`http://127.0.0.1:${port}/`, encoding, seconds);
      // The first round warms both up and does not count.
      if (round === 0) continue;
      figures.store.push(ofStore);
      figures.bare.push(ofBare);
    }
    return {
      bytes: Buffer.from(sample.body, 'base64').length,
      store: median(figures.store),
      bare: median(figures.bare),
      ratio: median(figures.store.map((rate, index) => rate / (figures.bare[index] ?? Number.NaN))),
    };
  } finally {
    bare.kill();
  }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function inWhole(rate: number): string {
  return Math.round(rate).toLocaleString('en-US');
}

async function measure(url: string, encoding: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    connections: 50,
    duration: seconds,
    headers: { 'accept-encoding': encoding },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} answered with ${result.non2xx + result.errors} failures`);
  return result.requests.average;
}

/** The answer as it travels, still compressed, with the headers that a bare server would have to send too. */
async function readRaw(url: string, encoding: string): Promise<{ headers: Record<string, string>; body: string }> {
  const [response] = await once(get(url, { headers: { 'accept-encoding': encoding } }), 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  if (response.statusCode !== 200) throw new Error(`${url} answered with ${response.statusCode}`);
  const { 'content-type': type = 'text/html', 'content-encoding': coding } = response.headers;
  const headers = { 'content-type': type, ...(coding && { 'content-encoding': coding }) };
  const body = Buffer.concat(chunks);
  return { headers: { ...headers, 'content-length': String(body.length) }, body: body.toString('base64') };
}
