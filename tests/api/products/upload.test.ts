import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import type { Upload } from '#src/wire/products/uploads.ts';
import { startStoreProcessForFile } from '../../support/before-tests/store.ts';
import { FILES, withTail } from '../../support/browser/upload-files.ts';
import { type Client, login, openClient } from '../../support/calls/client.ts';
import { openRawConnection, send } from '../../support/calls/raw-http.ts';
import { pidOf } from '../../support/store/store-process.ts';

const MB = 1024 * 1024;

const store = startStoreProcessForFile();
let owner: Client;
let before: string[];

beforeAll(async () => {
  owner = await login(store);
});
beforeEach(async () => {
  before = await stored();
});

const folder = () => join(store.folder, 'uploads');
const stored = () => readdir(folder()).catch((): string[] => []);
const added = async () => (await stored()).filter((name) => !before.includes(name));

function upload(content: Uint8Array<ArrayBuffer>, { name = 'arquivo', type = '' } = {}, client = owner) {
  const form = new FormData();
  form.append('file', new Blob([content], { type }), name);
  return client.fetch('/api/upload', { method: 'POST', body: form });
}

/** Status and code of a refusal that has a sentence and has left nothing behind. */
async function refusalOf(response: Response): Promise<[status: number, code: string]> {
  const { message, code }: ErrorBody = await response.json();
  expect(message).toMatch(/^\p{Lu}.+\.$/u);
  expect(await added()).toEqual([]);
  return [response.status, code];
}

describe('an upload is accepted', () => {
  test.each(Object.entries(FILES))(
    'when it is %s, whatever its name says',
    async (kind, { bytes, extension, type }) => {
      const response = await upload(bytes, { name: `${kind}.html`, type: 'text/html' });

      expect(response.status).toBe(201);
      const { url, filepath }: Upload = await response.json();
      expect(filepath).toBe(url);
      expect(url).toMatch(new RegExp(`^/uploads/[0-9a-f]{32}\\.${extension}$`));
      expect(await readFile(join(folder(), url.slice('/uploads/'.length)))).toEqual(Buffer.from(bytes));
      const served = await openClient(store.url).fetch(url);
      expect(served.status).toBe(200);
      expect(served.headers.get('content-type')).toBe(type);
      expect(served.headers.get('x-content-type-options')).toBe('nosniff');
      expect(served.headers.get('content-security-policy')).toContain('sandbox');
      expect(served.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const part = await openClient(store.url).fetch(url, { headers: { range: 'bytes=0-3' } });
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 4]);
      const note = await store.database().selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirst();
      expect(note).toMatchObject({
        action: 'upload.create',
        entity: 'upload',
        entityId: url.slice('/uploads/'.length),
      });
    },
  );

  test.each([
    '../../../etc/passwd',
    '..\\..\\boot.ini',
    '.htaccess',
    'correção "de" cor.png',
    'a\u0000b.png',
    'x'.repeat(5_000),
    '',
    'CON',
  ])('under a new name, and not %j', async (name) => {
    const body = multipart([part('file', FILES.png.bytes, name)]);
    const response = await send(store.url, '/api/upload', { method: 'POST', headers: headers(), body });
    expect(response.status).toBe(201);
    expect(await added()).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.png$/)]);
  });

  test('as an image of 10 MB and a video of 100 MB, and not one byte more', async () => {
    expect((await upload(withTail(FILES.webp.bytes, 10 * MB))).status).toBe(201);
    expect((await upload(withTail(FILES.webm.bytes, 100 * MB))).status).toBe(201);
    before = await stored();
    expect(await refusalOf(await upload(withTail(FILES.webp.bytes, 10 * MB + 1)))).toEqual([413, 'too_large']);
    expect(await refusalOf(await upload(withTail(FILES.webm.bytes, 100 * MB + 1)))).toEqual([413, 'too_large']);
  });

  test('among other fields', async () => {
    const body = multipart([
      part('nota', Buffer.from('antes')),
      part('outro', Buffer.from('<html>')),
      part('file', FILES.gif.bytes, 'a.gif'),
      part('nota', Buffer.from('depois')),
    ]);
    const response = await send(store.url, '/api/upload', { method: 'POST', headers: headers(), body });
    expect(response.status).toBe(201);
    expect(await added()).toHaveLength(1);
  });
});

describe('an upload is rejected for its content', () => {
  const text = (content: string) => Buffer.from(content);
  test.each<[string, Uint8Array<ArrayBuffer>]>([
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['SVG behind an XML declaration', text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['HTML', text('<!doctype html><title>a</title><script>alert(1)</script>')],
    ['a shell script', text('alert(1)'.repeat(20))],
    ['PDF', text(`%PDF-1.7\n${' '.repeat(100)}`)],
    ['an executable', text(`\u007fELF${'\0'.repeat(100)}`)],
    ['a ZIP archive', Buffer.from(`504b0304${'00'.repeat(60)}`, 'hex')],
    ['AVIF', box('ftypavif')],
    ['HEIC', box('ftypheic')],
    ['HEIF', box('ftypmif1')],
    ['QuickTime', box('ftypqt  ')],
    ['Matroska', Buffer.concat([Buffer.from('1a45dfa3934282886d6174726f736b61', 'hex'), Buffer.alloc(64)])],
    ['music', Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\0'), FILES.png.bytes])],
    ['an image behind a byte order mark', Buffer.concat([Buffer.from('efbbbf', 'hex'), FILES.png.bytes])],
    ['four bytes', Buffer.from('89504e47', 'hex')],
    ['a GIF that is also a script', text(`GIF89a=1;alert(document.domain)//${' '.repeat(100)}`)],
    ['a GIF that contains HTML', Buffer.concat([FILES.gif.bytes, text('<script>alert(1)</script>')])],
    ['a JPEG with HTML in a comment', Buffer.concat([FILES.jpeg.bytes, text('<!DOCTYPE  HTML><body>')])],
    ['a PNG with PHP', Buffer.concat([FILES.png.bytes, text('<?php system($_GET[0]); ?>')])],
    ['a WebP that contains an active SVG', Buffer.concat([FILES.webp.bytes, text('<svg onload=alert(1) x="1">')])],
    ['a PNG that contains an active SVG', Buffer.concat([FILES.png.bytes, text('<img src=x onerror=alert(1)>')])],
    ['a PNG and PDF polyglot', Buffer.concat([FILES.png.bytes, text('%PDF-1.4 1 0 obj')])],
    ['a video that begins with HTML', text(`<!--ftypisom--><script>alert(1)</script>${' '.repeat(100)}`)],
    ['HTML hidden 9 MB deep', Buffer.concat([withTail(FILES.png.bytes, 9 * MB), text('<script src=//a.test>')])],
  ])('%s', async (_name, content) => {
    expect(await refusalOf(await upload(content, { name: 'foto.png', type: 'image/png' }))).toEqual([
      415,
      'wrong_type',
    ]);
  });
});

describe('an upload is rejected for its form', () => {
  test('without a file', async () => {
    expect(await refusalOf(await owner.fetch('/api/upload', { method: 'POST' }))).toEqual([422, 'invalid']);
    expect(await refusalOf(await owner.fetch('/api/upload', { method: 'POST', body: new FormData() }))).toEqual([
      422,
      'invalid',
    ]);
    expect(await refusalOf(await upload(new Uint8Array()))).toEqual([422, 'invalid']);
    const form = new FormData();
    form.append('file', 'só um texto');
    expect(await refusalOf(await owner.fetch('/api/upload', { method: 'POST', body: form }))).toEqual([422, 'invalid']);
  });

  test.each<[string, string | Buffer, Record<string, string>, number]>([
    ['JSON', '{"file":"a"}', { 'content-type': 'application/json' }, 415],
    ['a raw body', FILES.png.bytes, { 'content-type': 'image/png' }, 415],
    ['a compressed body', FILES.png.bytes, { 'content-encoding': 'gzip' }, 415],
    ['a form without a boundary', FILES.png.bytes, { 'content-type': 'multipart/form-data' }, 400],
    ['no multipart boundary lines', FILES.png.bytes, {}, 400],
    ['a multipart body without its end', multipart([part('file', FILES.png.bytes, 'a.png')]).subarray(0, -8), {}, 400],
    ['only the beginning of a multipart body', '--limite\r\nContent-Disposition: form-data; name="fi', {}, 400],
    [
      'an unfinished part of another name',
      `--limite\r\n${part('x', FILES.png.bytes, 'x').toString('latin1')}`,
      {},
      400,
    ],
  ])('as %s', async (_name, body, changes, status) => {
    const response = await send(store.url, '/api/upload', {
      method: 'POST',
      headers: { ...headers(), ...changes },
      body,
    });
    expect(response.status).toBe(status);
    expect(JSON.parse(response.text)).toMatchObject({ message: expect.any(String), code: expect.any(String) });
    expect(await added()).toEqual([]);
  });

  test.each<[string, Buffer[], number]>([
    ['a second file', [part('file', FILES.png.bytes, 'a.png'), part('file', FILES.gif.bytes, 'b.gif')], 422],
    [
      'a second file with another field name',
      [part('file', FILES.png.bytes, 'a.png'), part('x', FILES.gif.bytes, '')],
      422,
    ],
    ['a file before it', [part('x', FILES.gif.bytes, 'x'), part('file', FILES.png.bytes, 'a.png')], 422],
    ['a part header of 1 MB', [part(`file"; x="${'x'.repeat(MB)}`, FILES.png.bytes, 'a.png')], 400],
    [
      'a part header of 1 MB behind it',
      [part('file', FILES.png.bytes, 'a.png'), part('y'.repeat(MB), Buffer.from('y'))],
      400,
    ],
    [
      'a hundred fields',
      [...Array(100).fill(part('y', Buffer.from('y'))), part('file', FILES.png.bytes, 'a.png')],
      400,
    ],
  ])('with %s', async (_name, parts, status) => {
    const response = await send(store.url, '/api/upload', {
      method: 'POST',
      headers: headers(),
      body: multipart(parts),
    });
    expect(response.status).toBe(status);
    expect(JSON.parse(response.text)).toMatchObject({ message: expect.stringMatching(/^\p{Lu}.+\.$/u) });
    expect(await added()).toEqual([]);
  });

  test('of 200 MB at once when its length is declared, and early when it is not', async () => {
    const line = await openRawConnection(store.url, head(`Content-Length: ${200 * MB}`));
    await until(() => line.heard().includes('too_large'));
    expect(line.heard()).toMatch(/^HTTP\/1.1 413 /);
    await line.closed;

    let sent = 0;
    const streamed = await openRawConnection(store.url, head('Transfer-Encoding: chunked'));
    const chunk = (bytes: Uint8Array) =>
      Buffer.concat([Buffer.from(`${bytes.byteLength.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
    streamed.socket.write(chunk(part('file', FILES.png.bytes, 'a.png').subarray(0, -2)));
    const piece = chunk(new Uint8Array(64 * 1024));
    while (sent < 200 * MB && !streamed.isClosed() && !streamed.heard()) {
      sent += 64 * 1024;
      streamed.socket.write(piece);
      // No more than the store takes: what it has not read says nothing.
      while (streamed.socket.writableNeedDrain && !streamed.isClosed() && !streamed.heard()) await wait(5);
    }
    await until(() => streamed.heard().includes('too_large') || streamed.isClosed());
    expect(streamed.heard()).toMatch(/^HTTP\/1.1 413 /);
    expect(sent).toBeLessThan(60 * MB);
    streamed.socket.destroy();
    expect(await added()).toEqual([]);
  });

  test('when it is cut off in the middle', async () => {
    const line = await openRawConnection(store.url, head(`Content-Length: ${50 * MB}`));
    line.socket.write(part('file', withTail(FILES.webm.bytes, 3 * MB), 'a.webm'));
    await until(async () => (await added()).some((name) => name.startsWith('.upload-')));
    line.socket.destroy();
    await until(async () => (await added()).length === 0);
    expect(store.output()).not.toContain('a call failed');
  });

  test('when the process dies in the middle: a start cleans up what nobody has written to for an hour', async () => {
    const line = await openRawConnection(store.url, head(`Content-Length: ${50 * MB}`));
    line.socket.write(part('file', withTail(FILES.webm.bytes, 3 * MB), 'a.webm'));
    await until(async () => (await added()).length === 1);
    await store.kill();
    const left = await added();
    expect(left).toEqual([expect.stringMatching(/^\.upload-/)]);
    await writeFile(join(folder(), '.gitkeep'), '');
    await store.restart();
    expect(await added()).toEqual(['.gitkeep', ...left]);
    await store.end();
    const longAgo = new Date(Date.now() - 2 * HOUR_MS);
    await Promise.all(left.map((name) => utimes(join(folder(), name), longAgo, longAgo)));
    await store.restart();
    await expect.poll(added).toEqual(['.gitkeep']);
    expect(await added()).toEqual(['.gitkeep']);
    owner = await login(store);
  });
});

describe('upload access', () => {
  test('is denied to strangers, other users and other sites before the body is read', async () => {
    expect(await refusalOf(await upload(FILES.png.bytes, {}, openClient(store.url)))).toEqual([401, 'unauthenticated']);
    const foreign = await owner.fetch('/api/upload', { method: 'POST', headers: { origin: 'https://foreign.test' } });
    expect(await refusalOf(foreign)).toEqual([403, 'bad_origin']);
    const line = await openRawConnection(store.url, head(`Content-Length: ${90 * MB}`, 'session=nobody'));
    await until(() => line.heard().includes('unauthenticated'));
    expect(line.heard()).toMatch(/^HTTP\/1.1 401 /);
    // The line of a stranger is not held for as long as an upload may take, which is longer than this test.
    await line.closed;
  });

  test('with another spelling of the path has the small limit of other calls', async () => {
    const response = await send(store.url, '/api/%75pload', {
      method: 'POST',
      headers: headers(),
      body: multipart([part('file', withTail(FILES.png.bytes, MB), 'a.png')]),
    });
    expect([404, 413]).toContain(response.status);
    expect(await added()).toEqual([]);
  });
});

test.each([
  ['a declared length', (film: Uint8Array<ArrayBuffer>) => upload(film)],
  ['no declared length', uploadWithoutLength],
])('four videos at once do not raise memory, with %s', async (_name, send) => {
  const pid = await pidOf(store);
  const memory = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  };
  const film = withTail(FILES.webm.bytes, 60 * MB);
  await upload(withTail(FILES.webm.bytes, 20 * MB));
  const resting = await memory();
  const growth = async () => {
    let highest = resting;
    let isOver = false;
    const watch = (async () => {
      while (!isOver) {
        highest = Math.max(highest, await memory());
        await wait(20);
      }
    })();
    const responses = await Promise.all(Array.from({ length: 4 }, () => send(film)));
    isOver = true;
    await watch;
    expect(responses.map(({ status }) => status)).toEqual(Array(4).fill(201));
    return highest - resting;
  };
  // The least of three: what waits for the garbage collector of a busy machine is left out.
  let least = await growth();
  for (let turn = 1; turn < 3 && least >= 200; turn += 1) least = Math.min(least, await growth());
  expect(least).toBeLessThan(200);
});

/** A program sends in pieces what it does not know the length of. */
function uploadWithoutLength(film: Uint8Array<ArrayBuffer>): Promise<Response> {
  const whole = multipart([part('file', film, 'a.webm')]);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= whole.length) return controller.close();
      controller.enqueue(new Uint8Array(whole.subarray(at, at + 256 * 1024)));
      at += 256 * 1024;
    },
  });
  const init = { method: 'POST', headers: headers(), body, duplex: 'half' };
  return owner.fetch('/api/upload', init);
}

function headers(): Record<string, string> {
  return {
    cookie: `session=${owner.cookies.get('session')}`,
    'content-type': 'multipart/form-data; boundary=limite',
  };
}

function head(length: string, cookie = headers()['cookie']): string {
  return `POST /api/upload HTTP/1.1\r\nHost: loja\r\nCookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=limite\r\n${length}\r\n\r\n`;
}

function part(field: string, content: Uint8Array, name?: string): Buffer<ArrayBuffer> {
  const file = name === undefined ? '' : `; filename="${name}"`;
  return Buffer.concat([
    Buffer.from(`--limite\r\nContent-Disposition: form-data; name="${field}"${file}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
}

function multipart(parts: Buffer[]): Buffer {
  return Buffer.concat([...parts, Buffer.from('--limite--\r\n')]);
}

function box(brand: string): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from([0, 0, 0, 0x18]), Buffer.from(brand), Buffer.alloc(80)]);
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 40_000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It did not happen within 40 s.');
    await wait(20);
  }
}
