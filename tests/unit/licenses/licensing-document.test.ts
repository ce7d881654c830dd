import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { verifyAsync } from '@noble/ed25519';
import { beforeAll, describe, expect, test } from 'vitest';
import { fingerprintInTicket, openWithOpenssl } from '../../support/purchases/tickets.ts';

/** The command `openssl` and `@noble/ed25519` judge what docs/licensing.md says to other developers. */
const FINGERPRINT = 'example-fingerprint-0001';
const PRODUCT = 'curva-motion';

type Vectors = {
  seed: string;
  key: Record<string, string>;
  good: string;
  tampered: string;
  expired: string;
  trial: string;
};
type ReadTicket = (ticket: string, options: object) => Promise<object | null>;

let document: string;
let vectors: Vectors;

beforeAll(async () => {
  document = await read('docs/licensing.md');
  const [seed = '', good = '', tampered = '', expired = '', trial = ''] = blocks('text').slice(-5);
  const { keys } = JSON.parse(blocks('json').at(-1) ?? '');
  vectors = { seed, key: keys[0], good, tampered, expired, trial };
});

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
const blocks = (language: string) =>
  [...document.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)\\n\`\`\`$`, 'gms'))].map(([, text = '']) => text);
const publicKey = () => vectors.key['x'] ?? '';

describe('the vectors', () => {
  test('are, for openssl, three genuine tickets and a tampered one', async () => {
    const outcomes = await Promise.all(
      [vectors.good, vectors.expired, vectors.tampered, vectors.trial].map((ticket) =>
        openWithOpenssl(ticket, publicKey()),
      ),
    );

    expect(outcomes.map(({ isGenuine }) => isGenuine)).toEqual([true, true, false, true]);
    expect(outcomes.map(({ claims }) => claims['fp'])).toEqual(Array(4).fill(fingerprintInTicket(FINGERPRINT)));
    expect(outcomes.map(({ claims }) => claims['pid'])).toEqual(Array(4).fill(PRODUCT));
    expect(outcomes.map(({ claims }) => Number(claims['exp']) > Date.now() / 1000)).toEqual([true, false, true, true]);
    expect(outcomes.map(({ claims }) => claims['kind'])).toEqual([undefined, undefined, undefined, 'trial']);
    expect(outcomes[0]?.header).toEqual({ alg: 'EdDSA', kid: vectors.key['kid'], typ: 'JWT' });
  });

  test('are signed by the pair of RFC 8032', () => {
    expect(Buffer.from(vectors.seed, 'base64url').toString('hex')).toMatch(/^9d61b19deffd5a60ba844af492ec2cc4/);
    expect(Buffer.from(publicKey(), 'base64url').toString('hex')).toMatch(/^d75a980182b10ab7d54bfed3c964073a/);
  });
});

describe('the example in JavaScript', () => {
  test('is the file that the panel uses', async () => {
    expect(blocks('js').at(-1)).toBe((await read('examples/panel/ticket.js')).trimEnd());
  });

  test.each([
    ['WebCrypto', {}],
    ['@noble/ed25519', { verify: verifyAsync }],
  ])('believes the good ticket alone, with %s', async (_library, library) => {
    const readTicket = await loadExample();
    const options = { keys: [vectors.key], productId: PRODUCT, fingerprint: FINGERPRINT, ...library };

    expect(await readTicket(vectors.good, options)).toMatchObject({ pid: PRODUCT, maj: 2 });
    expect(await readTicket(vectors.trial, options)).toMatchObject({ pid: PRODUCT, kind: 'trial' });
    expect(await readTicket(`${vectors.good}\n`, options)).not.toBeNull();
    for (const ticket of [vectors.tampered, vectors.expired, '', 'a.b.c', vectors.good.slice(0, -4)]) {
      expect(await readTicket(ticket, options), ticket).toBeNull();
    }
    const others = [
      { productId: 'another' },
      { fingerprint: 'another-fingerprint-0002' },
      { keys: [] },
      { keys: [{ ...vectors.key, x: 'VCpo2LMLhn6iWku8MKvSLg2ZAoC-nlOyPVQaO3FxVeQ' }] },
      { now: Date.parse('2100-01-02') },
    ];
    for (const other of others) expect(await readTicket(vectors.good, { ...options, ...other })).toBeNull();
    expect(await readTicket(vectors.expired, { ...options, now: Date.parse('2020-01-15') })).not.toBeNull();
  });
});

/** A page runs it so: a script without imports. */
async function loadExample(): Promise<ReadTicket> {
  const page: { readTicket?: ReadTicket } = {};
  const browser = { atob, btoa, crypto, Date, JSON, String, TextDecoder, TextEncoder, Uint8Array };
  runInNewContext(await read('examples/panel/ticket.js'), { ...browser, globalThis: page });
  if (!page.readTicket) throw new Error('The example gives readTicket.');
  return page.readTicket;
}
