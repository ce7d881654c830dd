import { describe, expect, test } from 'vitest';
import { readKeyFile } from '#src/islands/admin/keys/key-file.ts';

const file = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name);
const read = async (name: string, content: string | Uint8Array<ArrayBuffer>) => {
  const found = await readKeyFile(file(name, content));
  if ('problem' in found) throw new Error(found.problem);
  const { columns, wanted } = found;
  return { names: columns.map((column) => column.name), wanted, lines: columns[wanted]?.lines };
};

describe('a key file', () => {
  test('as text has one key per line, commas included', async () => {
    expect(await read('chaves.txt', '\ufeffA,1\r\nB;2\r\n\r\nC\r\n')).toEqual({
      names: [''],
      wanted: 0,
      lines: ['A,1', 'B;2', '', 'C'],
    });
  });

  test('as a table offers its columns and selects the key column by its name', async () => {
    expect(await read('chaves.csv', 'Produto;Chave;Status\nLote;CF-1;Livre\nLote;"CF;2";Livre\n')).toEqual({
      names: ['Produto', 'Chave', 'Status'],
      wanted: 1,
      lines: ['CF-1', 'CF;2'],
    });
    expect((await read('k.csv', 'id,License Key\n1,AAA\n2,BBB')).lines).toEqual(['AAA', 'BBB']);
    expect((await read('k.tsv', 'email\tserial\nx@y.z\tAAA')).lines).toEqual(['AAA']);
  });

  test('without column names selects the column with the most distinct values', async () => {
    const { names, wanted, lines } = await read('k.csv', 'Lote,CF-1\nLote,CF-2\nLote\n');
    expect({ names, wanted, lines }).toEqual({
      names: ['Coluna 1 (Lote)', 'Coluna 2 (CF-1)'],
      wanted: 1,
      lines: ['CF-1', 'CF-2', ''],
    });
  });

  test('with one column drops only the header', async () => {
    expect((await read('k.csv', 'Chaves de ativação\nCF-1\nCF-2')).lines).toEqual(['CF-1', 'CF-2']);
    expect((await read('k.csv', 'CF-1\nCF-2')).lines).toEqual(['CF-1', 'CF-2']);
  });

  test('is decoded from every encoding that spreadsheets write', async () => {
    const latin = Uint8Array.from([...'Código;X\nAÇÃO-1;1'].map((letter) => letter.charCodeAt(0)));
    expect((await read('k.csv', latin)).lines).toEqual(['AÇÃO-1']);
  });

  test('may contain an invalid line, which the form reports', async () => {
    expect((await read('k.txt', 'CF-1\nCF\0-2\nCF-3')).lines).toEqual(['CF-1', 'CF\0-2', 'CF-3']);
  });

  test('may be empty', async () => {
    expect((await read('k.csv', '')).lines).toEqual([]);
    expect((await read('k.txt', '')).lines).toEqual(['']);
  });

  test('that is binary, too large or broken is rejected with a sentence', async () => {
    const problem = (name: string, content: string) => readKeyFile(file(name, content));
    expect(await problem('k.xlsx', 'PK\u0003\u0004\0\0')).toEqual({
      problem: expect.stringContaining('Este arquivo não é de texto.'),
    });
    expect(await problem('k.txt', 'K'.repeat(2 * 1024 * 1024 + 1))).toEqual({
      problem: expect.stringContaining('mais de 2 MB'),
    });
    expect(await problem('k.csv', 'chave\n"CF-1\nCF-2')).toEqual({
      problem: expect.stringContaining('copie as chaves e cole aqui'),
    });
  });
});
