import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mailer } from '#src/domain/mail/mailer.ts';
import { type MailerSettings, openMailer } from '#src/gateways/mail/mailer.ts';
import { type MailServer, openMailServer } from '../../support/calls/smtp.ts';
import { receiptFor } from '../../support/purchases/receipt.ts';

let office: MailServer;

beforeEach(async () => {
  office = await openMailServer();
});
afterEach(async () => {
  for (const mailer of opened.splice(0)) mailer.close();
  await office.close();
});

const opened: Mailer[] = [];

function open(changes: Partial<MailerSettings> = {}): Mailer {
  const mailer = openMailer({
    smtpUrl: office.url,
    mailFrom: 'Corte Final <loja@corte.test>',
    mailDir: '/nowhere',
    storeName: 'Corte Final',
    siteUrl: 'https://loja.test',
    communityUrl: 'https://comunidade.test/corte',
    logo: '',
    accent: 'orange' as const,
    ...changes,
  });
  opened.push(mailer);
  return mailer;
}

describe('mail by SMTP', () => {
  it('arrives with key, links and accents, as HTML and as text', async () => {
    await open().send(receiptFor({ activationKey: 'GRADE-7F3K-99XQ' }));

    const [letter] = office.letters;
    expect(letter?.envelope).toEqual({ from: 'loja@corte.test', to: ['ana@exemplo.com.br'] });
    expect(letter?.from).toMatchObject({ name: 'Corte Final', address: 'loja@corte.test' });
    expect(letter?.to).toMatchObject([{ name: 'Ana Conceição', address: 'ana@exemplo.com.br' }]);
    expect(letter?.subject).toBe('Compra confirmada na Corte Final: Grade Cinema: LUTs & correção');
    expect(letter?.attachments).toEqual([]);
    for (const body of [letter?.html, letter?.text]) {
      expect(body).toContain('GRADE-7F3K-99XQ');
      expect(body).toContain('https://loja.test/api/payments/download/5f2b');
      expect(body).toContain('horário de São Paulo');
    }
  });

  it('keeps its Message-ID across retries', async () => {
    const mailer = open();
    await mailer.send(receiptFor({ messageId: 'receipt.5f2b' }));
    await mailer.send(receiptFor({ messageId: 'receipt.5f2b' }));
    await mailer.send(receiptFor({ messageId: 'resend.5f2b.<x>\r\n' }));

    expect(office.letters.map((letter) => letter.messageId)).toEqual([
      '<receipt.5f2b@corte.test>',
      '<receipt.5f2b@corte.test>',
      '<resend.5f2b.-x---@corte.test>',
    ]);
  });

  it.each([
    'Ana\r\nBcc: todos@loja.test',
    'Ana\nSubject: Ganhe um premio\n\nclique',
    'Ana" <outra@loja.test>, "B',
    'Ana, <outra@loja.test>',
    'Ana\u2028Bcc: todos@loja.test',
    '=?utf-8?Q?Ana=0D=0ABcc:_todos@loja.test?=',
    'アナ (comentário) <x@y.test>;',
    '\u202eanA\u0000',
  ])('reaches only the buyer, with intact headers, for the name %j', async (name) => {
    await open().send(receiptFor({ to: { name, email: 'ana@exemplo.com.br' } }));

    const [letter] = office.letters;
    expect(letter?.envelope.to).toEqual(['ana@exemplo.com.br']);
    expect(letter?.to?.map(({ address }) => address)).toEqual(['ana@exemplo.com.br']);
    expect(letter?.bcc).toBeUndefined();
    expect(letter?.cc).toBeUndefined();
    expect(letter?.headers.filter(({ key }) => key === 'subject')).toHaveLength(1);
    expect(letter?.subject).toBe('Compra confirmada na Corte Final: Grade Cinema: LUTs & correção');
  });

  it('keeps its headers intact whatever the product name', async () => {
    await open().send(receiptFor({ productName: 'Grade\r\nBcc: todos@loja.test\r\n\r\n<b>oi</b>' }));

    const [letter] = office.letters;
    expect(letter?.bcc).toBeUndefined();
    expect(letter?.subject).toBe('Compra confirmada na Corte Final: Grade Bcc: todos@loja.test <b>oi</b>');
    expect(letter?.html).not.toContain('<b>oi');
  });

  it.each([
    'a@b.test, c@d.test',
    'a@b.test\r\nRCPT TO:<c@d.test>',
    'Ana <a@b.test>',
    'a@b.test;c@d.test',
    'ninguém',
    '',
  ])('is not sent to the invalid address %j', async (email) => {
    await expect(open().send(receiptFor({ to: { name: 'Ana', email } }))).rejects.toMatchObject({ code: 'EADDRESS' });
    expect(office.letters).toEqual([]);
  });

  it('rejects when the server refuses it, and succeeds at the next try', async () => {
    const mailer = open();
    office.refuseWith({ code: 451, text: 'try again later' });
    await expect(mailer.send(receiptFor())).rejects.toMatchObject({ responseCode: 451 });

    office.refuseWith(null);
    await mailer.send(receiptFor());
    expect(office.letters).toHaveLength(1);
  });

  it('authenticates with the credentials of the URL', async () => {
    const guarded = await openMailServer({ user: 'loja@corte.test', password: 'p@ss/word:ç' });
    const allowed = open({ smtpUrl: guarded.url });
    await allowed.send(receiptFor());
    const wrong = guarded.url.replace(/:\/\/.*@/, '://loja:errada@');
    await expect(open({ smtpUrl: wrong }).send(receiptFor())).rejects.toMatchObject({ code: 'EAUTH' });

    expect(guarded.letters).toHaveLength(1);
    allowed.close();
    await guarded.close();
  });

  it('times out on a server that accepts the connection and stays silent', async () => {
    const { port, close } = await openSilentServer();
    const startedAt = Date.now();

    await expect(open({ smtpUrl: `smtp://127.0.0.1:${port}` }).send(receiptFor())).rejects.toMatchObject({
      code: 'ETIMEDOUT',
    });
    expect(Date.now() - startedAt).toBeLessThan(40_000);
    close();
  });

  it('does not delay shutdown while a server is silent', async () => {
    const { port, close } = await openSilentServer();
    const mailer = open({ smtpUrl: `smtp://127.0.0.1:${port}` });
    const sending = mailer.send(receiptFor());
    setTimeout(() => mailer.close(), 300);

    await expect(sending).rejects.toMatchObject({ code: 'ECLOSED' });
    await expect(mailer.send(receiptFor())).rejects.toMatchObject({ code: 'ECLOSED' });
    close();
  });

  it('uses the shop name when the sender has no name', async () => {
    await open({ mailFrom: 'loja@corte.test' }).send(receiptFor());

    expect(office.letters[0]?.from).toMatchObject({ name: 'Corte Final', address: 'loja@corte.test' });
  });

  it('rejects an invalid sender of the notices by its own name', () => {
    const notices = { smtpUrl: office.url, mailFrom: 'Avisos' };
    expect(() => open({ notices })).toThrow('NOTICE_MAIL_FROM deve ser um endereço de e-mail');
  });

  it.each(['Corte Final', '', 'loja@corte.test, outra@corte.test'])('rejects the invalid sender %j', (mailFrom) => {
    expect(() => open({ mailFrom })).toThrow('MAIL_FROM deve ser um endereço de e-mail');
  });
});

async function openSilentServer(): Promise<{ port: number; close(): void }> {
  const server: Server = createServer((socket) => socket.on('error', () => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return { port: address.port, close: () => server.close() };
}
