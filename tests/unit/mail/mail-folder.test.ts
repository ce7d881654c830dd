import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMailer } from '#src/gateways/mail/mailer.ts';
import { readMailbox } from '../../support/calls/mailbox.ts';
import { receiptFor } from '../../support/purchases/receipt.ts';

let folder = '';
let mailDir = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-'));
  mailDir = join(folder, 'kept', 'outbox');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () =>
  openMailer({
    smtpUrl: undefined,
    mailFrom: 'loja@localhost',
    mailDir,
    storeName: 'Corte Final',
    siteUrl: 'https://loja.test',
    communityUrl: 'https://comunidade.test/corte',
    logo: '',
    accent: 'orange' as const,
  });

describe('mail without a mail server', () => {
  it('becomes an .eml file in a folder that is created on demand', async () => {
    await open().send(receiptFor({ activationKey: 'GRADE-7F3K-99XQ' }));

    const [mail, ...others] = await readMailbox(mailDir);
    expect(others).toEqual([]);
    expect(mail?.from).toMatchObject({ name: 'Corte Final', address: 'loja@localhost' });
    expect(mail?.to).toMatchObject([{ name: 'Ana Conceição', address: 'ana@exemplo.com.br' }]);
    expect(mail?.text).toContain('GRADE-7F3K-99XQ');
  });

  it('is named by time and not by buyer', async () => {
    const mailer = open();
    for (const messageId of ['receipt.one', 'receipt.two', 'receipt.three']) {
      await mailer.send(receiptFor({ messageId }));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }

    const names = await readdir(mailDir);
    const ids = (await readMailbox(mailDir)).map((mail) => mail.messageId);
    expect(names).toHaveLength(3);
    for (const name of names) expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f]{12}\.eml$/);
    expect(ids).toEqual(['<receipt.one@localhost>', '<receipt.two@localhost>', '<receipt.three@localhost>']);
  });

  it('is readable only by the shop, since it contains keys', async () => {
    await open().send(receiptFor());

    const [name = ''] = await readdir(mailDir);
    expect((await stat(join(mailDir, name))).mode & 0o777).toBe(0o600);
    expect((await stat(mailDir)).mode & 0o777).toBe(0o700);
  });

  it('is written whole when a hundred messages arrive at once', async () => {
    const mailer = open();
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => mailer.send(receiptFor({ messageId: `receipt.${index}` }))),
    );

    const ids = new Set((await readMailbox(mailDir)).map((mail) => mail.messageId));
    expect(ids.size).toBe(100);
    expect((await readdir(mailDir)).filter((name) => !name.endsWith('.eml'))).toEqual([]);
  });

  it('fails with an error when the folder is not writable', async () => {
    await writeFile(join(folder, 'kept'), 'a file where the folder should be');

    await expect(open().send(receiptFor())).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});
