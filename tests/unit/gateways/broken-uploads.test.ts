import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeUpload } from '#src/gateways/files/uploads/store-upload.ts';
import { readUploadedFile } from '#src/http/forms/multipart.ts';
import { FILES, withTail } from '../../support/browser/upload-files.ts';
import { scaled } from '../../support/scale.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'broken-uploads-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ROUNDS = scaled(120, 5_000);
const KB = 1024;

const part = (head: string, content: Uint8Array | string = '') =>
  Buffer.concat([Buffer.from(`--limite\r\n${head}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')]);
const film = (sizeBytes: number) =>
  part('Content-Disposition: form-data; name="file"; filename="a.webm"', withTail(FILES.webm.bytes, sizeBytes));

const PIECES: Record<string, Buffer> = {
  'a film': film(5 * KB),
  'a long film': film(300 * KB),
  'an empty file': part('Content-Disposition: form-data; name="file"; filename="a"'),
  'another file': part('Content-Disposition: form-data; name="other"; filename="a"', 'x'.repeat(200 * KB)),
  'a field': part('Content-Disposition: form-data; name="note"', 'a'.repeat(5 * KB)),
  'a part without a head': Buffer.from('--limite\r\n\r\nabc\r\n'),
  'a head without a colon': part('Content-Disposition form-data', 'abc'),
  'a long head': part(`Content-Disposition: form-data; name="file"; filename="a"\r\nX: ${'y'.repeat(90 * KB)}`, 'abc'),
  'bare line feeds': Buffer.from('--limite\nContent-Disposition: form-data; name="file"; filename="a"\n\nabc\n'),
  'a delimiter alone': Buffer.from('--limite\r\n'),
  'a line break': Buffer.from('\r\n'),
  'half a delimiter': Buffer.from('\r\n--lim'),
  'one dash': Buffer.from('--limite-\r\n'),
  'the end': Buffer.from('--limite--\r\n'),
  'other words': Buffer.from('hello\r\n'),
};

type Shape = { pieces: string[]; keep: number; stepBytes: number; isCut: boolean };

const shapes: fc.Arbitrary<Shape> = fc.record({
  pieces: fc.array(fc.constantFrom(...Object.keys(PIECES)), { minLength: 1, maxLength: 6 }),
  /** The share of the body that is sent before it ends or breaks off. */
  keep: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  stepBytes: fc.constantFrom(1 * KB, 4 * KB + 1, 64 * KB, 1_024 * KB),
  isCut: fc.boolean(),
});

/** These once waited for ever: the frame ends, and more follows in the same piece. */
const KNOWN: Shape[] = [
  {
    pieces: ['bare line feeds', 'a long film', 'the end', 'bare line feeds'],
    keep: 1,
    stepBytes: 1_024 * KB,
    isCut: false,
  },
  {
    pieces: ['bare line feeds', 'another file', 'one dash', 'a long head', 'the end'],
    keep: 1,
    stepBytes: 1_024 * KB,
    isCut: true,
  },
];

test('every malformed or truncated body gets a response and leaves either a whole file or none', async () => {
  await fc.assert(
    fc.asyncProperty(shapes, async (shape) => {
      const before = await readdir(folder);
      const outcome = await Promise.race([answerTo(shape), wait(20_000, 'nothing')]);
      expect(outcome).toMatch(/^(?:stored|refused|malformed_body|invalid)$/);
      const added = (await readdir(folder)).filter((name) => !before.includes(name));
      expect(added).toHaveLength(outcome === 'stored' ? 1 : 0);
      expect(added.every((name) => /^[0-9a-f]{32}\.webm$/.test(name))).toBe(true);
    }),
    { numRuns: ROUNDS, examples: KNOWN.map((shape): [Shape] => [shape]) },
  );
});

test('a file is stored byte by byte even when its contents look like a boundary', async () => {
  const alike = fc.constantFrom(
    '\r\n',
    '\r\n--',
    '\r\n--limit',
    '--limit',
    '\n',
    '\r',
    '-',
    '\r\n--limitE--',
    '\r\n\r\n',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(alike, { maxLength: 40 }), fc.integer({ min: 1, max: 60 }), async (tail, stepBytes) => {
      const content = Buffer.concat([FILES.webm.bytes, Buffer.from(tail.join(''))]);
      const body = Buffer.concat([part('Content-Disposition: form-data; name="file"; filename="a"', content), END]);
      const taken = await storeUpload(folder, readUploadedFile(requestOf(body, stepBytes, false)));
      if (taken.state !== 'stored') throw new Error(taken.reason);
      expect(await readFile(join(folder, taken.address.slice('/uploads/'.length)))).toEqual(content);
    }),
    { numRuns: scaled(40, 1_000) },
  );
});

const END = Buffer.from('--limite--\r\n');

/** Says in a word how the shop answers a body of that shape. */
async function answerTo({ pieces, keep, stepBytes, isCut }: Shape): Promise<string> {
  const whole = Buffer.concat([...pieces.map((name) => PIECES[name] ?? END), END]);
  const body = whole.subarray(0, Math.ceil(keep * whole.length));
  try {
    return (await storeUpload(folder, readUploadedFile(requestOf(body, stepBytes, isCut)))).state;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

/** A request whose body comes in steps, and then ends or breaks off. */
function requestOf(whole: Buffer, stepBytes: number, isCut: boolean): Request {
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await wait(0);
      if (at < whole.length) controller.enqueue(new Uint8Array(whole.subarray(at, at + stepBytes)));
      else if (isCut) controller.error(new Error('aborted'));
      else controller.close();
      at += stepBytes;
    },
  });
  const headers = { 'content-type': 'multipart/form-data; boundary=limite' };
  const init = { method: 'POST', headers, body, duplex: 'half' };
  return new Request('http://loja.test/api/upload', init);
}
