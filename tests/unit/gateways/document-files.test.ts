import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchOfficialDocument, OFFICIAL_DOCUMENTS } from '../../support/banks/document-files.ts';

const DOCUMENT = 'openapi: 3.0.0\n';
const sha256 = createHash('sha256').update(DOCUMENT).digest('hex');

let server: Server;
let url: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
  server = createServer((request, response) => {
    response.statusCode = request.url === '/away' ? 404 : 200;
    response.end(request.url === '/changed' ? `${DOCUMENT}paths: {}\n` : DOCUMENT);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

test('a document of a bank is kept with the bytes that the tests were written for', async () => {
  await fetchOfficialDocument({ name: 'whole.yaml', url, sha256 }, folder);

  expect(await readFile(join(folder, 'whole.yaml'), 'utf8')).toBe(DOCUMENT);
});

test.each(['changed', 'away'])('nothing is kept of one that is %s', async (path) => {
  const fetching = fetchOfficialDocument({ name: 'other.yaml', url: `${url}/${path}`, sha256 }, folder);

  await expect(fetching).rejects.toThrow('other.yaml');
  expect((await readdir(folder)).filter((name) => name.startsWith('other'))).toEqual([]);
});

test('each document is fetched from one commit, by https', () => {
  expect(OFFICIAL_DOCUMENTS).toHaveLength(2);
  for (const document of OFFICIAL_DOCUMENTS) {
    expect(document.url).toMatch(/^https:\/\/raw\.githubusercontent\.com\/[\w-]+\/[\w-]+\/[0-9a-f]{40}\//);
    expect(document.sha256).toMatch(/^[0-9a-f]{64}$/);
  }
});
