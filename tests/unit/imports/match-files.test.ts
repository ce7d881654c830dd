import { expect, test } from 'vitest';
import {
  fileRows,
  isHidden,
  platformOfFile,
  productOfFile,
  reasonToLeave,
  versionOfFile,
} from '#src/islands/admin/settings/imports/files/match-files.ts';

const cameIn = (name: string, target: string, files: string[] = []) => ({ name, target, files });
const ROWS = fileRows(
  [
    cameIn('Grade Cinema', 'grade'),
    cameIn('Grade Cinema Pro', 'pro'),
    cameIn('Film Grain 16mm', 'grao'),
    cameIn('Film Grain (old)', 'grao'),
    cameIn('Legenda Já', 'legenda', ['captions_final.zip', 'Manual.pdf']),
    cameIn('Curva', 'curva', ['manual.PDF']),
    cameIn('Nunca veio', 'new', ['nunca.zip']),
    cameIn('Ficou lá', 'skip'),
  ],
  [{ id: 'grao', name: 'Grão 16' }],
);

test('the products that came in are rows, each with every name it has', () => {
  expect(ROWS.map(({ productId, names }) => [productId, names])).toEqual([
    ['grade', ['Grade Cinema']],
    ['pro', ['Grade Cinema Pro']],
    ['grao', ['Grão 16', 'Film Grain 16mm', 'Film Grain (old)']],
    ['legenda', ['Legenda Já']],
    ['curva', ['Curva']],
  ]);
});

test.each([
  ['grade-cinema.zip', 'grade'],
  ['GradeCinema-2.1.0-win.zip', 'grade'],
  ['GRADE_CINEMA_PRO_mac.dmg', 'pro'],
  ['Grao16-v1.4.zip', 'grao'],
  ['film grain 16MM.zip', 'grao'],
  ['legenda ja\u0301.zip', 'legenda'],
  // A table of products named it.
  ['captions_final.zip', 'legenda'],
  ['Grade Cinema/macos/instalador.pkg', 'grade'],
  ['/arquivos/grade-cinema/2.0/windows/instalador.exe', 'grade'],
  // The inner name is the nearer one.
  ['Grade Cinema/curva.zip', 'curva'],
  // Two products say that this one is theirs, and the folder says which.
  ['Curva/manual.pdf', 'curva'],
])('%s is of %s', (path, productId) => {
  expect(productOfFile(path, ROWS)).toBe(productId);
});

test.each([
  'plugin.zip',
  'manual.pdf',
  'grade.zip',
  'upgradecinema.zip',
  'curva-e-legenda-ja.zip',
  'Grade Cinema/curva-legenda-ja.zip',
  '2.1.0.zip',
  '',
])('%j is of nobody that could be known', (path) => {
  expect(productOfFile(path, ROWS)).toBeNull();
});

test('a name, or a folder around it, tells the version and the system', () => {
  expect(versionOfFile('Grade-2.1.0-win.zip')).toBe('2.1.0');
  expect(versionOfFile('/arquivos/grade/2.0/windows/grade.exe')).toBe('2.0');
  expect(versionOfFile('Grade 2021/grade.zip')).toBeNull();
  expect(platformOfFile('arquivos/grade/2.0/macos-arm/grade.zip')).toBe('macos-arm');
  expect(platformOfFile('Grade/Windows/grade.zip')).toBe('windows');
  expect(platformOfFile('grade.dmg')).toBe('macos');
  expect(platformOfFile('grade.zip')).toBe('any');
});

test('what is no file of a product is left, and says why', () => {
  expect(reasonToLeave('produtos.csv')).toContain('tabela');
  expect(reasonToLeave('Grade/capa.JPG')).toContain('imagem');
  expect(reasonToLeave('grade.zip')).toBeNull();
  expect(['.DS_Store', 'grade/.DS_Store', '__MACOSX/grade.zip', 'Thumbs.db'].filter(isHidden)).toHaveLength(4);
  expect(isHidden('grade/grade.zip')).toBe(false);
});
