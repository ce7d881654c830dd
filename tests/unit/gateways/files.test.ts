import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFiles } from '#src/gateways/files/files.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
  await mkdir(join(folder, 'uploads', 'plugins'), { recursive: true });
  await mkdir(join(folder, 'uploads-of-another-shop'));
  await writeFile(join(folder, 'secret.txt'), 'the database password');
  await writeFile(join(folder, 'uploads-of-another-shop', 'theirs.zip'), 'theirs');
  await writeFile(join(folder, 'uploads', 'grade.zip'), 'PK-grade');
  await writeFile(join(folder, 'uploads', 'correção de cor.zip'), 'PK');
  await writeFile(join(folder, 'uploads', '%2e%2e'), 'an odd but honest name');
  await writeFile(join(folder, 'uploads', 'page.html'), '<script>alert(1)</script>');
  await writeFile(join(folder, 'uploads', '.half-an-upload'), 'half');
  await writeFile(join(folder, 'uploads', 'plugins', 'letra.ZIP'), 'PK-letra');
  await symlink(join(folder, 'secret.txt'), join(folder, 'uploads', 'shortcut.zip'));
  await symlink(folder, join(folder, 'uploads', 'way-out'));
  await symlink(join(folder, 'uploads', 'ring'), join(folder, 'uploads', 'ring'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const find = (address: string) => openFiles({ uploadsDir: join(folder, 'uploads') }).find(address);

describe('local files', () => {
  it('finds an upload with its name, size and type', async () => {
    const file = await find('/uploads/grade.zip');

    expect(file).toMatchObject({ name: 'grade.zip', sizeBytes: 8, type: 'application/zip' });
    expect(file?.modifiedAt).toBeInstanceOf(Date);
  });

  it('finds an upload in a subfolder, whatever the case of its extension', async () => {
    expect(await find('/uploads/plugins/letra.ZIP')).toMatchObject({ name: 'letra.ZIP', type: 'application/zip' });
  });

  it('decodes an address once, with accents and spaces', async () => {
    expect(await find('/uploads/corre%C3%A7%C3%A3o%20de%20cor.zip')).toMatchObject({ name: 'correção de cor.zip' });
    expect(await find('/uploads/correção de cor.zip')).toMatchObject({ name: 'correção de cor.zip' });
    expect(await find('/uploads/%252e%252e')).toMatchObject({ name: '%2e%2e' });
  });

  it('never serves an upload with an executable content type', async () => {
    expect(await find('/uploads/page.html')).toMatchObject({ type: 'application/octet-stream' });
  });

  it.each([
    '/uploads/../secret.txt',
    '/uploads/%2e%2e/secret.txt',
    '/uploads/..%2fsecret.txt',
    '/uploads/..%5csecret.txt',
    '/uploads/plugins/../../secret.txt',
    '/uploads/../uploads-of-another-shop/theirs.zip',
    '/uploads//etc/passwd',
    '/uploads/%2fetc%2fpasswd',
    '/uploads/./grade.zip',
  ])('does not leave the folder for %s', async (address) => {
    expect(await find(address)).toBeUndefined();
  });

  it.each(['/uploads/shortcut.zip', '/uploads/way-out/secret.txt', '/uploads/ring'])(
    'does not follow a symlink out of the folder: %s',
    async (address) => {
      expect(await find(address)).toBeUndefined();
    },
  );

  it.each([
    '',
    'grade.zip',
    '/uploads',
    '/uploads/',
    '/uploads/plugins',
    '/uploads/plugins/',
    '/uploads/grade.zip/',
    '/uploads/grade.zip%00.png',
    '/uploads/%E0%A4%A',
    '/uploads/.half-an-upload',
    '/uploads/missing.zip',
    `/uploads/${'a'.repeat(5_000)}`,
    'https://elsewhere.test/uploads/grade.zip',
    '//uploads/grade.zip',
    '/UPLOADS/grade.zip',
  ])('finds no file for %j', async (address) => {
    expect(await find(address)).toBeUndefined();
  });

  it('finds nothing in a folder that does not exist yet', async () => {
    expect(await openFiles({ uploadsDir: join(folder, 'nowhere') }).find('/uploads/grade.zip')).toBeUndefined();
  });
});
