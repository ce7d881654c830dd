import { expect, test } from 'vitest';
import { remoteName } from '#src/gateways/files/remote/remote-name.ts';

const address = (path: string) => [new URL(path, 'https://arquivos.loja.test')];

test.each([
  [null, '/v2/grade%20cinema.zip?token=segredo', 'grade cinema.zip'],
  ['attachment; filename="Grade Cinema.zip"', '/d/1', 'Grade Cinema.zip'],
  ['attachment; filename=grade.zip; size=3', '/d/1', 'grade.zip'],
  [`attachment; filename="x.zip"; filename*=UTF-8''corre%C3%A7%C3%A3o.zip`, '/d/1', 'correção.zip'],
  [`attachment; filename="${Buffer.from('correção.zip').toString('latin1')}"`, '/d/1', 'correção.zip'],
  ['attachment; filename="../../etc/.passwd.zip"', '/d/1', 'etc.passwd.zip'],
  ['attachment; filename="a\\"b.zip"', '/d/1', 'ab.zip'],
  [`attachment; filename*=UTF-8''ab%E2%80%AEgpj.exe`, '/d/1', 'abgpj.exe'],
  ['attachment', '/d/grade.7z', 'grade.7z'],
  ['inline; filename="pasta"', '/d/1', 'pasta'],
  [null, '/%E0%A4%A', '%E0%A4%A'],
  [null, '/', 'download'],
])('%j at %s is saved as %j', (disposition, path, name) => {
  expect(remoteName(disposition, address(path))).toBe(name);
});

test('the name comes from the owner’s address, not from its redirect', () => {
  const [given, final] = [...address('/grade.zip'), ...address('/blob/9f8e7d.bin')];
  expect(given && final && remoteName(null, [given, final])).toBe('grade.zip');
});

test('a long name is truncated and keeps its extension', () => {
  const name = remoteName(`attachment; filename="${'x'.repeat(500)}.zip"`, address('/'));
  expect(name).toHaveLength(120);
  expect(name.endsWith('.zip')).toBe(true);
});

test('a name that another server makes long on purpose takes no time', () => {
  const began = performance.now();
  remoteName(`attachment; filename="x${'.'.repeat(200_000)}y"`, address('/'));
  expect(performance.now() - began).toBeLessThan(500);
});
