import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMailer } from '#src/gateways/mail/mailer.ts';
import { readMailbox } from '../../support/calls/mailbox.ts';
import { receiptFor } from '../../support/purchases/receipt.ts';

let mailDir = '';
beforeEach(async () => {
  mailDir = await mkdtemp(join(tmpdir(), 'mail-'));
});
afterEach(() => rm(mailDir, { recursive: true, force: true }));

it.each([
  ['oi@loja.test', ['oi@loja.test']],
  ['', undefined],
  ['oi@loja.test, todos@loja.test', undefined],
])('replies to a receipt go to the seller %j', async (email, expected) => {
  const mailer = openMailer({
    smtpUrl: undefined,
    mailFrom: 'nao-responda@loja.test',
    mailDir,
    storeName: 'Corte Final',
    siteUrl: 'https://loja.test',
    communityUrl: 'https://comunidade.test/corte',
    logo: '',
    accent: 'orange' as const,
  });
  await mailer.send(receiptFor({ seller: { facts: '', email } }));

  const [mail] = await readMailbox(mailDir);
  expect(mail?.replyTo?.map(({ address }) => address)).toEqual(expected);
});
