import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RemoteFile, RemoteFiles, RemoteOpening, WantedFile } from '#src/domain/files/remote-files.ts';
import { openRemoteFiles } from '#src/gateways/files/remote/remote-files.ts';
import {
  fileServer,
  openRemoteServer,
  REMOTE_AUTHORITY,
  type RemoteServer,
} from '../../support/bucket/remote-server.ts';

const BYTES = Buffer.alloc(300_000, 'corte final ');
const QUICK = { connectMs: 2_000, firstByteMs: 150, idleMs: 150, openingMs: 3_000 };

let far: RemoteServer;
let files: RemoteFiles;

beforeEach(async () => {
  far = await openRemoteServer();
  files = openRemoteFiles({ mayConnect: () => true, ca: REMOTE_AUTHORITY, timeouts: QUICK });
});
afterEach(async () => {
  await files.close();
  await far.close();
});

const open = (path = '/grade.zip', wanted: Partial<WantedFile> = {}, from = files) =>
  from.open(path.startsWith('http') ? path : far.url + path, {
    range: null,
    conditions: {},
    buyer: 'ana',
    signal: new AbortController().signal,
    ...wanted,
  });

function opened(opening: RemoteOpening): RemoteFile {
  if (opening.outcome !== 'opened') throw new Error(`It was not opened: ${opening.reason}`);
  return opening.file;
}

async function read({ body, close }: RemoteFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
  } finally {
    close();
  }
  return Buffer.concat(chunks);
}

const failed = (reason: string) => ({ outcome: 'failed', reason });

describe('a remote file', () => {
  test('is streamed byte by byte with length, version and name', async () => {
    far.answer(fileServer(BYTES));
    const file = opened(await open('/v2/grade.zip?assinatura=1'));
    expect(file).toMatchObject({ state: 'whole', name: 'grade.zip', type: 'application/zip' });
    expect(file.facts).toEqual({ 'accept-ranges': 'bytes', etag: '"v1"', 'content-length': '300000' });
    expect((await read(file)).equals(BYTES)).toBe(true);
  });

  test('supports ranges and conditional requests', async () => {
    far.answer(fileServer(BYTES));
    const part = opened(await open('/grade.zip', { range: 'bytes=10-19', conditions: { 'if-range': '"v1"' } }));
    expect([part.state, part.facts['content-range']]).toEqual(['part', 'bytes 10-19/300000']);
    expect((await read(part)).equals(BYTES.subarray(10, 20))).toBe(true);

    const changed = opened(await open('/grade.zip', { range: 'bytes=10-19', conditions: { 'if-range': '"v0"' } }));
    expect(changed.state).toBe('whole');
    changed.close();
    const beyond = opened(await open('/grade.zip', { range: 'bytes=300000-' }));
    expect([beyond.state, beyond.facts]).toEqual(['no_such_part', { 'content-range': 'bytes */300000' }]);
    beyond.close();
    const same = opened(await open('/grade.zip', { conditions: { 'if-none-match': '"v1"' } }));
    expect(same.state).toBe('unchanged');
    same.close();
  });

  test('is requested uncompressed and without buyer data', async () => {
    far.answer(fileServer(BYTES));
    await read(opened(await open()));
    const { host, connection, ...said } = far.asked[0]?.headers ?? {};
    expect([host, connection]).toEqual([far.url.replace('https://', ''), 'keep-alive']);
    expect(said).toEqual({ accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'store-download/1.0' });
  });

  test('that arrives compressed keeps its Content-Encoding', async () => {
    const packed = gzipSync(BYTES);
    far.answer((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed));
    const file = opened(await open('/grade.tar'));
    expect(file.facts['content-encoding']).toBe('gzip');
    expect((await read(file)).equals(packed)).toBe(true);
  });
});

describe('redirects', () => {
  test('are followed without forwarding the password of the address', async () => {
    far.answer((request, response) => {
      if (request.url === '/grade.zip') response.writeHead(302, { location: `${far.namedUrl}/blob/1` }).end();
      else fileServer(BYTES)(request, response);
    });
    const file = opened(await open(`${far.url.replace('//', '//dona:segredo%21@')}/grade.zip`));
    expect(file.name).toBe('grade.zip');
    expect((await read(file)).length).toBe(BYTES.length);
    expect(far.asked.map(({ headers }) => headers.authorization)).toEqual([
      `Basic ${Buffer.from('dona:segredo!').toString('base64')}`,
      undefined,
    ]);
  });

  test('stop at a limit', async () => {
    far.answer((_, response) => response.writeHead(302, { location: '/again' }).end());
    expect(await open()).toEqual(failed('refused'));
    expect(far.asked.length).toBe(6);
  });

  test.each(['http://127.0.0.1/a.zip', 'ftp://a.test/', 'file:///etc/passwd', 'https://'])(
    'to %j are rejected',
    async (location) => {
      far.answer((_, response) => response.writeHead(302, { location }).end());
      expect(await open()).toEqual(failed('forbidden'));
    },
  );

  test('to a private network are rejected before connecting', async () => {
    const strict = openRemoteFiles({
      mayConnect: (address) => address === '127.0.0.1' && far.connections() === 0,
      ca: REMOTE_AUTHORITY,
    });
    far.answer((_, response) => response.writeHead(302, { location: far.namedUrl, connection: 'close' }).end());
    expect(await open('/grade.zip', {}, strict)).toEqual(failed('forbidden'));
    expect(far.connections()).toBe(1);
    await strict.close();
  });
});

test('by default no local address is connected to, however it is spelled', async () => {
  const strict = openRemoteFiles({ ca: REMOTE_AUTHORITY });
  const { port } = new URL(far.url);
  const hosts = [
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
    '017700000001',
    '127.1',
    '0',
  ];
  for (const host of hosts) {
    expect(await open(`https://${host}:${port}/grade.zip`, {}, strict), host).toEqual(failed('forbidden'));
  }
  expect(await open(far.url.replace('https', 'http'), {}, strict)).toEqual(failed('forbidden'));
  expect(far.connections()).toBe(0);
  await strict.close();
});

describe('a failing remote server', () => {
  test.each([
    [404, 'refused'],
    [500, 'refused'],
    [206, 'refused'],
    [304, 'refused'],
    [416, 'refused'],
  ])('with status %i returns no file', async (status, reason) => {
    far.answer((_, response) => response.writeHead(status).end());
    expect(await open()).toEqual(failed(reason));
    await expect.poll(far.openRequests).toBe(0);
  });

  test('that returns a page instead of the file is reported as such', async () => {
    far.answer((_, response) => response.writeHead(200, { 'content-type': 'Text/HTML' }).end('<h1>Drive</h1>'));
    expect(await open()).toEqual(failed('page'));
    far.answer((_, response) => {
      const headers = { 'content-type': 'text/html', 'content-disposition': 'attachment; filename="guia.html"' };
      response.writeHead(200, headers).end('<h1>Guia</h1>');
    });
    const file = opened(await open());
    expect([file.name, file.type]).toEqual(['guia.html', 'application/octet-stream']);
    file.close();
  });

  test('that stays silent times out', async () => {
    far.answer(() => {});
    expect(await open()).toEqual(failed('slow'));
  });

  test('that is down or has an untrusted certificate is unreachable', async () => {
    const distrusting = openRemoteFiles({ mayConnect: () => true });
    expect(await open('/grade.zip', {}, distrusting)).toEqual(failed('unreachable'));
    await distrusting.close();
    await far.close();
    expect(await open()).toEqual(failed('unreachable'));
    far = await openRemoteServer();
  });

  test('that stalls or disconnects halfway fails the reader', async () => {
    far.answer((_, response) => {
      response.writeHead(200, { 'content-length': BYTES.length }).write(BYTES.subarray(0, 1_000));
    });
    await expect(read(opened(await open()))).rejects.toThrow(/timeout/i);
    far.answer((_, response) => {
      response.writeHead(200, { 'content-length': BYTES.length }).write(BYTES.subarray(0, 1_000));
      setImmediate(() => response.destroy());
    });
    await expect(read(opened(await open()))).rejects.toThrow(/closed/);
  });
});

describe('concurrent downloads of a buyer', () => {
  beforeEach(() => far.answer((_, response) => void response.writeHead(200).write('a')));

  test('are limited, and a finished download frees its place', async () => {
    const patient = openRemoteFiles({ mayConnect: () => true, ca: REMOTE_AUTHORITY });
    const openings = await Promise.all(Array.from({ length: 8 }, () => open('/grade.zip', {}, patient)));
    expect(openings.map(({ outcome }) => outcome).sort()).toEqual([
      ...Array.from({ length: 2 }, () => 'failed'),
      ...Array.from({ length: 6 }, () => 'opened'),
    ]);
    expect((await open('/grade.zip', { buyer: 'bia' }, patient)).outcome).toBe('opened');
    for (const opening of openings) if (opening.outcome === 'opened') opening.file.close();
    expect((await open('/grade.zip', {}, patient)).outcome).toBe('opened');
    await patient.close();
  });

  test('free their place and the remote connection when the buyer leaves', async () => {
    const patient = openRemoteFiles({ mayConnect: () => true, ca: REMOTE_AUTHORITY });
    const leaving = new AbortController();
    const { signal } = leaving;
    await Promise.all(Array.from({ length: 6 }, () => open('/grade.zip', { signal }, patient)));
    expect(await open('/grade.zip', {}, patient)).toEqual(failed('busy'));
    leaving.abort();
    await expect.poll(far.openRequests).toBe(0);
    expect((await open('/grade.zip', {}, patient)).outcome).toBe('opened');
    await patient.close();
  });
});
