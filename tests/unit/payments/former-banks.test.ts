import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '#src/config.ts';
import { openFormerBanks } from '#src/server/shop/banks/open-bank.ts';
import { openMemoryBank } from '../../support/banks/memory-bank.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'former-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const clock = { now: () => new Date() };
const opening = {
  siteUrl: 'https://loja.exemplo.com.br',
  clock,
  openSandbox: () => openMemoryBank(clock.now),
  receiverName: () => 'Corte Final',
};
const NOW = { PAYMENT_PROVIDER: 'mercadopago', MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1-2-3-100' };

async function file(name: string, lines: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, lines);
  return path;
}

test('the lines of an account in .env are enough for its own file', async () => {
  const first = await file(
    'antigo.env',
    'HOST=0.0.0.0\nPAYMENT_PROVIDER=mercadopago\nMERCADOPAGO_ACCESS_TOKEN=APP_USR-1-2-3-200\n',
  );
  const second = await file(
    'efi.env',
    'PAYMENT_PROVIDER=pix\nPIX_BANK=efi\nPIX_CLIENT_ID=a\nPIX_CLIENT_SECRET=b\nPIX_KEY=loja@exemplo.com.br\n',
  );
  const settings = readSettings({ ...NOW, FORMER_BANKS: `${first}, ${second}` });
  const names = (await openFormerBanks(settings, opening)).map(({ accountName }) => accountName);
  expect(names).toEqual(['Mercado Pago, conta 200', 'Efí, pela API Pix, chave …m.br']);
});

describe('an invalid file is reported in one Portuguese sentence', () => {
  test('when it is missing', () => {
    const path = join(folder, 'nenhum.env');
    expect(() => readSettings({ ...NOW, FORMER_BANKS: path })).toThrow(
      `FORMER_BANKS: não foi possível ler o arquivo ${path}.`,
    );
  });

  test.each([
    ['no bank', 'MERCADOPAGO_ACCESS_TOKEN=APP_USR-1\n', /diga qual era o banco, com PAYMENT_PROVIDER=mercadopago/],
    ['the test bank', 'PAYMENT_PROVIDER=sandbox\n', /diga qual era o banco/],
    [
      'an incomplete bank',
      'PAYMENT_PROVIDER=pix\nPIX_KEY=k\n',
      /: PAYMENT_PROVIDER=pix precisa também de PIX_CLIENT_ID, PIX_CLIENT_SECRET\.$/,
    ],
    ['a malformed line', 'PAYMENT_PROVIDER=pix\nPIX_BANK=nubank\n', /: PIX_BANK deve ser efi, bb,/],
  ])('with %s', async (_name, lines, sentence) => {
    const path = await file('errado.env', lines);
    const read = () => readSettings({ ...NOW, FORMER_BANKS: path });
    expect(read).toThrow(expect.objectContaining({ kind: 'settings', message: expect.stringMatching(sentence) }));
    expect(read).toThrow(`FORMER_BANKS, ${path}: `);
  });

  test('with an unreadable certificate', async () => {
    const lines =
      'PAYMENT_PROVIDER=pix\nPIX_BANK=efi\nPIX_CLIENT_ID=a\nPIX_CLIENT_SECRET=b\nPIX_KEY=k\nPIX_CERT_PATH=nenhum.p12\n';
    const path = await file('certificado.env', lines);
    const settings = readSettings({ ...NOW, FORMER_BANKS: path });
    await expect(openFormerBanks(settings, opening)).rejects.toThrow(
      `FORMER_BANKS, ${path}: PIX_CERT_PATH: não foi possível ler o arquivo nenhum.p12.`,
    );
  });
});
