import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import autocannon from 'autocannon';
import { freePort } from '../support/store/free-port.ts';

/** The ratio compares responses a second with those of a bare `node:http` server that has the same bytes. */
export type BesideBare = {
  bytes: number;
  store: number;
  bare: number;
  ratio: number;
  /** The store gave them, in all rounds. */
  responses: number;
};

/** A browser's own, since a program's visits are not counted. */
const NAVIGATION = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-language': 'pt-BR,pt;q=0.9,en;q=0.8',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
  'sec-fetch-user': '?1',
  'upgrade-insecure-requests': '1',
};

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
    let responses = 0;
    for (let round = 0; round <= rounds; round += 1) {
      const ofStore = await measure(url, encoding, seconds);
      responses += ofStore.responses;
      const ofBare = await measure(`http://127.0.0.1:${port}/`, encoding, seconds);
      // The first round warms both up and does not count.
      if (round === 0) continue;
      figures.store.push(ofStore.rate);
      figures.bare.push(ofBare.rate);
    }
    return {
      bytes: Buffer.from(sample.body, 'base64').length,
      store: median(figures.store),
      bare: median(figures.bare),
      ratio: median(figures.store.map((rate, index) => rate / (figures.bare[index] ?? Number.NaN))),
      responses,
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

async function measure(url: string, encoding: string, seconds: number): Promise<{ rate: number; responses: number }> {
  const result = await autocannon({
    url,
    connections: 50,
    duration: seconds,
    headers: { ...NAVIGATION, 'accept-encoding': encoding },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} answered with ${result.non2xx + result.errors} failures`);
  return { rate: result.requests.average, responses: result['2xx'] };
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
