import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile, statfs } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import { PIECE_BYTES, RELEASE_TEXTS, TRANSFER_PATH } from '#src/wire/releases/releases.ts';
import { listenAnywhere } from '../../support/banks/http.ts';
import { loginForFile, startStoreProcessForFile } from '../../support/before-tests/store.ts';
import { draftRelease, listReleases, sendFile } from '../../support/purchases/releases.ts';
import { recordFigure, scaled } from '../../support/scale.ts';
import { limitFiles, pidOf } from '../../support/store/store-process.ts';

const MB = 1024 * 1024;
const PRODUCT = 'lote';

const store = startStoreProcessForFile({ LOG_LEVEL: 'warn', FILE_LIMIT_GB: '5' });
const owner = loginForFile(store);
let releaseId: string;
let versions = 0;

beforeEach(async () => {
  versions += 1;
  releaseId = (await draftRelease(owner, PRODUCT, { version: `1.${versions}` })).id;
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const filesOf = async (id: string) => (await listReleases(owner, PRODUCT)).find((release) => release.id === id)?.files;
const drafts = async () => (await readdir(join(store.folder, 'files'))).filter((name) => name.startsWith('.'));

test('a store that is killed again and again in a transfer ends with the same bytes', async () => {
  const bytes = randomBytes(scaled(24, 200) * MB);
  const kills = scaled(3, 20);
  let uploadUrl: string | undefined;
  for (let kill = 1; kill <= kills + 1; kill += 1) {
    const isLast = kill > kills;
    // Somewhere in the part of the file that this turn brings.
    const killAt = ((kill - 1 + Math.random()) / kills) * bytes.length;
    let killing: Promise<void> | undefined;
    const sent = sendFile(
      owner,
      { releaseId, fileName: 'grande.zip', bytes },
      {
        url: store.url,
        chunkSize: 2 * MB,
        ...(uploadUrl && { uploadUrl }),
        onBegun: (url) => {
          uploadUrl = url;
        },
        onProgress: (sentBytes) => {
          if (!isLast && sentBytes >= killAt) killing ??= store.kill();
        },
      },
    );
    const outcome = await sent.then(
      () => 'whole',
      () => 'broken',
    );
    if (killing) {
      await killing;
      await store.restart();
    }
    if (outcome === 'whole') break;
    expect(isLast).toBe(false);
  }
  expect(await filesOf(releaseId)).toMatchObject([
    { fileName: 'grande.zip', sizeBytes: bytes.length, sha256: sha256(bytes) },
  ]);
  expect(await drafts()).toEqual([]);
  const stored = await store
    .database()
    .selectFrom('releaseFiles')
    .select('storedAs')
    .where('releaseId', '=', releaseId)
    .executeTakeFirstOrThrow();
  expect(sha256(await readFile(join(store.folder, 'files', stored.storedAs)))).toBe(sha256(bytes));
});

test('a file whose line is cut five times arrives whole, and takes no memory', async ({ task }) => {
  const bytes = randomBytes(scaled(48, 480) * MB);
  const line = await openLine(bytes.length, 5);
  const memory = await watchMemory();
  try {
    const file = { releaseId, fileName: 'pelo-proxy.zip', bytes };
    await sendFile(owner, file, {
      url: line.url,
      chunkSize: PIECE_BYTES / 4,
      retryDelays: Array.from({ length: 20 }, () => 50),
    });
  } finally {
    await line.close();
  }
  const grownMb = memory.grownMb();
  recordFigure(task, { name: 'cuts', value: line.cuts() });
  recordFigure(task, { name: 'memory grown by MB', value: grownMb });
  expect(line.cuts()).toBe(5);
  expect(await filesOf(releaseId)).toMatchObject([{ sizeBytes: bytes.length, sha256: sha256(bytes) }]);
  expect(grownMb).toBeLessThan(150);
});

test('a very large file takes no more memory than a small one', async ({ task }) => {
  const sizeBytes = scaled(192, 4_096) * MB;
  const piece = Buffer.alloc(PIECE_BYTES);
  const expected = createHash('sha256');
  const memory = await watchMemory();
  const address = await begin(sizeBytes, 'enorme.zip');
  for (let offset = 0; offset < sizeBytes; offset += piece.length) {
    const response = await owner.fetch(address, { method: 'PATCH', headers: at(offset), body: piece });
    expect(response.status).toBe(204);
    expected.update(piece);
  }
  const grownMb = memory.grownMb();
  recordFigure(task, { name: 'memory grown by MB', value: grownMb });
  expect(await filesOf(releaseId)).toMatchObject([{ sizeBytes, sha256: expected.digest('hex') }]);
  expect(grownMb).toBeLessThan(150);
  expect((await owner.delete(`/api/admin/releases/${releaseId}`)).status).toBe(200);
});

test('a full disk refuses the piece, leaves nothing half-visible, and the transfer goes on later', async () => {
  const bytes = randomBytes(32 * MB);
  const address = await begin(bytes.length, 'cheio.zip');
  const send = (from: number, to: number) =>
    owner.fetch(address, { method: 'PATCH', headers: at(from), body: bytes.subarray(from, to) });
  expect((await send(0, 4 * MB)).status).toBe(204);
  // The database has room, as the row of the transfer is written first.
  await limitFiles(store, 24 * MB);
  const refused = await send(4 * MB, 32 * MB);
  expect(refused.status).toBe(503);
  const { code, message }: ErrorBody = await refused.json();
  expect([code, message]).toEqual(['no_room', RELEASE_TEXTS.noRoom]);
  expect(await filesOf(releaseId)).toEqual([]);
  await limitFiles(store, null);
  const head = await owner.fetch(address, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
  expect(head.headers.get('upload-offset')).toBe(String(4 * MB));
  expect((await send(4 * MB, 32 * MB)).status).toBe(204);
  expect(await filesOf(releaseId)).toMatchObject([{ sha256: sha256(bytes) }]);
});

test('room is asked for before a transfer is accepted, with what others still have to bring', async () => {
  const { bavail, bsize } = await statfs(store.folder);
  const freeBytes = bavail * bsize;
  const wanted = await owner.fetch(TRANSFER_PATH, { method: 'POST', headers: beginning(5 * 1024 * MB - 1, 'a.zip') });
  expect(wanted.status).toBe(freeBytes > 5.1 * 1024 * MB ? 201 : 503);
  const others = {
    id: 'outro',
    releaseId,
    actorId: 'a',
    platform: 'any',
    label: '',
    fileName: 'b.zip',
    storeState: '',
  } as const;
  const now = new Date().toISOString();
  const waiting = { storedAs: 'outro', offsetBytes: 0, createdAt: now, updatedAt: now, finishedAt: null };
  const unleased = { leasedBy: null, leasedUntil: null };
  await store
    .database()
    .insertInto('fileTransfers')
    .values({ ...others, ...waiting, ...unleased, sizeBytes: freeBytes })
    .execute();
  const refused = await owner.fetch(TRANSFER_PATH, { method: 'POST', headers: beginning(MB, 'c.zip') });
  expect([refused.status, ((await refused.json()) as ErrorBody).code]).toEqual([503, 'no_room']);
  await store.database().deleteFrom('fileTransfers').where('finishedAt', 'is', null).execute();
});

test('a transfer that nobody goes on with is removed, and one of a deleted version too', async () => {
  const [old, orphan, open] = [await begin(10, 'a.zip'), await begin(10, 'b.zip'), await begin(10, 'c.zip')];
  for (const address of [old, orphan, open]) {
    expect((await owner.fetch(address, { method: 'PATCH', headers: at(0), body: 'x'.repeat(5) })).status).toBe(204);
  }
  const dayOld = new Date(Date.now() - 25 * 3_600_000).toISOString();
  const idOf = (address: string) => address.slice(address.lastIndexOf('/') + 1);
  const changes = store.database();
  await changes.updateTable('fileTransfers').set({ updatedAt: dayOld }).where('id', '=', idOf(old)).execute();
  await changes.updateTable('fileTransfers').set({ releaseId: 'gone' }).where('id', '=', idOf(orphan)).execute();
  expect(await drafts()).toHaveLength(3);
  const late = await owner.fetch(old, { method: 'PATCH', headers: at(5), body: 'y'.repeat(5) });
  expect([late.status, ((await late.json()) as ErrorBody).code]).toEqual([410, 'transfer_expired']);
  // Deleting any draft wakes the cleaning.
  const other = await draftRelease(owner, PRODUCT, { version: `2.${versions}` });
  await owner.delete(`/api/admin/releases/${other.id}`);
  await expect.poll(drafts).toHaveLength(1);
  expect((await owner.fetch(open, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })).status).toBe(204);
  await expect.poll(drafts).toEqual([]);
});

test('a transfer that names no size at its beginning is refused with a sentence', async () => {
  const { 'upload-length': _, ...unsized } = beginning(10, 'sem-tamanho.zip');
  const headers = { ...unsized, 'upload-defer-length': '1' };
  const refused = await owner.fetch(TRANSFER_PATH, { method: 'POST', headers });
  const message = 'A loja recebe cada arquivo inteiro, com o tamanho dito no começo do envio.';
  expect([refused.status, await refused.json()]).toEqual([400, { message, code: 'unsupported' }]);
});

function beginning(sizeBytes: number, fileName: string): Record<string, string> {
  const encoded = Object.entries({ releaseId, fileName }).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
  );
  return { 'tus-resumable': '1.0.0', 'upload-length': String(sizeBytes), 'upload-metadata': encoded.join(',') };
}

async function begin(sizeBytes: number, fileName: string): Promise<string> {
  const response = await owner.fetch(TRANSFER_PATH, { method: 'POST', headers: beginning(sizeBytes, fileName) });
  expect(response.status).toBe(201);
  return response.headers.get('location') ?? '';
}

function at(offset: number): Record<string, string> {
  return {
    'tus-resumable': '1.0.0',
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  };
}

/** A proxy that breaks the connection, at evenly spread bytes of all that passes. */
async function openLine(totalBytes: number, wantedCuts: number) {
  const { hostname, port } = new URL(store.url);
  const open = new Set<Socket>();
  let [passed, cuts] = [0, 0];
  const server = createServer((client) => {
    const shop = connect(Number(port), hostname);
    for (const socket of [client, shop]) {
      open.add(socket);
      socket.on('error', () => undefined).once('close', () => open.delete(socket));
    }
    const end = () => {
      client.destroy();
      shop.destroy();
    };
    client.once('close', end);
    shop.once('close', end);
    client.on('data', (chunk) => {
      passed += chunk.length;
      if (cuts < wantedCuts && passed > ((cuts + 0.5) * totalBytes) / wantedCuts) {
        cuts += 1;
        end();
      }
    });
    client.pipe(shop).pipe(client);
  });
  const url = await listenAnywhere(server);
  return {
    url,
    cuts: () => cuts,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Reads the store's process, above what it had when the watch began. */
async function watchMemory() {
  const pid = await pidOf(store);
  const read = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  const beforeMb = read();
  let highestMb = beforeMb;
  const timer = setInterval(() => {
    highestMb = Math.max(highestMb, read());
  }, 20);
  return {
    grownMb() {
      clearInterval(timer);
      highestMb = Math.max(highestMb, read());
      return Math.round(highestMb - beforeMb);
    },
  };
}
