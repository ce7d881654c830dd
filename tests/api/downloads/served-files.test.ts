import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { DECODERS } from '../../support/calls/encodings.ts';
import { send } from '../../support/calls/raw-http.ts';

const SECRET = 'nobody-may-see-this';

const store = startStoreForFile();
const visitor = openClientForFile(store);

const get = (path: string, headers: Record<string, string> = {}) => send(store.url, path, { headers });

describe('static files', () => {
  test('of the build are precompressed and immutable', async () => {
    const [style = ''] = /\/_astro\/[\w.-]+\.css/.exec((await get('/login')).text) ?? [];
    const plain = await get(style);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toMatch(/^text\/css/);
    for (const encoding of ['br', 'gzip'] as const) {
      const response = await get(style, { 'accept-encoding': encoding });
      expect(response.headers['content-encoding']).toBe(encoding);
      expect(DECODERS[encoding](response.bytes).equals(plain.bytes)).toBe(true);
    }
    expect((await get(style, { 'if-none-match': plain.headers['etag'] ?? '' })).status).toBe(304);
    expect((await get('/theme.js')).headers['cache-control']).toBe('public, max-age=86400');
    for (const path of [
      '/_astro/',
      '/_astro/no-such.js',
      '/theme.js.map',
      '/../server/entry.mjs',
      '/%2e%2e/server/entry.mjs',
    ]) {
      expect((await get(path)).status, path).toBe(404);
    }
  });

  test('of the build send no headers that only pages need', async () => {
    for (const path of ['/theme.js', '/demo/lote-320.webp']) {
      const { headers } = await get(path);
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
      });
      for (const name of ['permissions-policy', 'x-frame-options', 'cross-origin-opener-policy']) {
        expect(headers[name], `${path} ${name}`).toBeUndefined();
      }
    }
    // A drawing can be opened as a page.
    expect((await get('/icons/orange.svg')).headers['x-frame-options']).toBe('DENY');
  });

  test('are open to a webmail where a mail shows them, and to no other site else', async () => {
    const policyOf = async (path: string) => (await get(path)).headers['cross-origin-resource-policy'];
    for (const path of ['/demo/lote-320.webp', '/uploads/default-product.png', '/icons/orange-touch.png']) {
      expect(await policyOf(path), path).toBe('cross-origin');
    }
    const [film = ''] = /\/uploads\/[\w.-]+\.webm/.exec((await visitor.get('/api/public/products')).text) ?? [];
    for (const path of [film, '/theme.js', '/icons/orange.svg', '/api/public/products?/demo/lote-320.webp']) {
      expect(await policyOf(path), path).toBe('same-origin');
    }
  });

  test('of the catalog support ranges and cannot run scripts', async () => {
    const [film = ''] = /\/uploads\/[\w.-]+\.webm/.exec((await visitor.get('/api/public/products')).text) ?? [];
    const whole = await get(film);
    expect(whole.headers).toMatchObject({
      'content-type': 'video/webm',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    const part = await get(film, { range: 'bytes=10-19' });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 10-19/${whole.bytes.length}`]);
    expect(part.bytes.equals(whole.bytes.subarray(10, 20))).toBe(true);
    expect((await get(film, { range: `bytes=${whole.bytes.length}-` })).headers).toMatchObject({
      'content-range': `bytes */${whole.bytes.length}`,
    });
    expect((await send(store.url, film, { method: 'POST' })).status).toBe(404);
  });

  test('have a placeholder for a missing image', async () => {
    const path = '/uploads/default-product.png';
    const whole = await get(path);
    expect(whole.headers).toMatchObject({ 'content-type': 'image/png', 'accept-ranges': 'bytes' });
    const head = await send(store.url, path, { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, String(whole.bytes.length), '']);
    const part = await get(path, { range: 'bytes=0-7' });
    expect([part.status, part.bytes.equals(whole.bytes.subarray(0, 8))]).toEqual([206, true]);
    expect((await get(path, { 'if-none-match': whole.headers['etag'] ?? '' })).status).toBe(304);
  });

  test('that are sold, hidden or remote are never served', async () => {
    const uploads = join(store.folder, 'uploads');
    await mkdir(join(uploads, 'folder'), { recursive: true });
    await writeFile(join(uploads, 'folder', 'inner.png'), SECRET);
    await writeFile(join(uploads, 'page.html'), SECRET);
    await writeFile(join(uploads, 'drawing.svg'), SECRET);
    await writeFile(join(uploads, '.hidden.png'), SECRET);
    await writeFile(join(uploads, 'noext'), SECRET);
    await symlink(uploads, join(uploads, 'folder.png'));
    const sold = await store.database().selectFrom('products').select('downloadUrl').execute();
    const downloads = new Set(
      sold.map(({ downloadUrl }) => downloadUrl).filter((address) => address.startsWith('/uploads/')),
    );
    expect(downloads.size).toBeGreaterThan(0);
    for (const path of [
      ...downloads,
      '/uploads',
      '/uploads/',
      '/uploads/folder/inner.png',
      '/uploads/folder%2finner.png',
      '/uploads/folder.png',
      '/uploads/page.html',
      '/uploads/drawing.svg',
      '/uploads/.hidden.png',
      '/uploads/noext',
      '/uploads/../store.sqlite',
      '/uploads/..%2fstore.sqlite',
      '/uploads/%2e%2e/store.sqlite',
      '/uploads/..%5cstore.sqlite',
      '/uploads/..../store.sqlite',
      '/uploads//etc/passwd',
      '/uploads/default-product.png%00.zip',
      '/uploads/%64efault-product.zip',
      '/store.sqlite',
    ]) {
      const response = await get(path);
      expect([400, 403, 404], `${path} ${response.status}`).toContain(response.status);
      expect(response.text).not.toMatch(/SQLite format|root:x:|nobody-may-see-this/);
    }
  });
});
