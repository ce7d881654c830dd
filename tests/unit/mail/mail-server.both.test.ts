import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findEncryptedSetting } from '#db/queries/secrets/encrypted-settings.ts';
import { checkMailServer, removeMailServer, saveMailServer, showMailServer } from '#src/domain/mail/mail-server.ts';
import type { Shop } from '#src/domain/shop.ts';
import type { MailServer } from '#src/wire/mail/mail-server.ts';
import { findingsOf } from '#src/wire/upkeep/findings.ts';
import { type MailServer as Office, openMailServer } from '../../support/calls/smtp.ts';
import { receiptFor } from '../../support/purchases/receipt.ts';
import { type OpenTestShop, openTestShop } from '../../support/store/shop.ts';

const LOGIN = { user: 'loja@corte.test', password: 'senha de app 4f2a' };
const OWNER = { id: 'dona', name: 'Ana', email: 'ana@corte.test' };

let opened: OpenTestShop;
let shop: Shop;
let office: Office;

beforeEach(async () => {
  opened = await openTestShop();
  shop = opened.shop;
  office = await openMailServer(LOGIN);
});
afterEach(async () => {
  await opened.close();
  await office.close();
});

function typed(changes: Partial<MailServer> = {}): MailServer {
  const port = Number(new URL(office.url).port);
  return { host: '127.0.0.1', port, security: 'starttls', ...LOGIN, from: 'loja@corte', ...changes };
}

const check = async (changes: Partial<MailServer> = {}) => {
  const findings = await findingsOf(await checkMailServer(shop, OWNER, typed(changes)));
  return findings.map(({ name, state }) => `${name} ${state}`);
};

describe('the mail account on the screen', () => {
  test('is checked before it is saved: connection, sign-in, a message to the one who asks', async () => {
    expect(await check()).toEqual(['Conexão right', 'Usuário e senha right', 'E-mail de teste right']);
    expect(office.letters[0]?.envelope).toEqual({ from: 'loja@corte', to: ['ana@corte.test'] });

    expect(await check({ password: 'errada' })).toEqual(['Conexão right', 'Usuário e senha wrong']);
    expect(await check({ port: 1 })).toEqual(['Conexão wrong']);
    office.refuseWith({ code: 550, text: 'no' });
    expect(await check()).toEqual(['Conexão right', 'Usuário e senha right', 'E-mail de teste wrong']);
    expect(await showMailServer(shop)).toMatchObject({ source: 'none', server: null });
    const noted = await shop.db.selectFrom('audit').select('action').execute();
    expect(noted).toEqual([{ action: 'settings.mail_test_sent' }]);
  });

  test('is checked step by step, and no message leaves once the window is closed', async () => {
    const steps = (await checkMailServer(shop, OWNER, typed()))[Symbol.asyncIterator]();
    expect((await steps.next()).value).toEqual({ asking: 'Conexão' });
    expect(office.lines.all).toBe(0);
    expect((await steps.next()).value).toMatchObject({ found: { name: 'Conexão', state: 'right' } });
    expect((await steps.next()).value).toEqual({ asking: 'Usuário e senha' });
    await steps.return?.();
    expect([office.lines.all, office.letters.length]).toEqual([1, 0]);
  });

  test('takes the next mail once it is saved, and none once it is removed', async () => {
    expect(shop.settings.isMailSent).toBe(false);
    const saved = await saveMailServer(shop, OWNER, typed());

    const { password: _, ...shown } = typed();
    expect(saved).toEqual({ source: 'stored', server: shown, from: 'loja@corte', isFromLocked: false });
    expect(shop.settings).toMatchObject({ isMailSent: true, mailFrom: 'loja@corte' });
    await shop.mail.send(receiptFor());
    expect(office.letters.map(({ envelope }) => envelope.from)).toEqual(['loja@corte']);

    const other = await openMailServer({ user: 'outra', password: 'outra senha' });
    await saveMailServer(
      shop,
      OWNER,
      typed({ port: Number(new URL(other.url).port), user: 'outra', password: 'outra senha' }),
    );
    await shop.mail.send(receiptFor());
    expect([office.letters.length, other.letters.length]).toEqual([1, 1]);
    await other.close();

    expect(await removeMailServer(shop, OWNER)).toMatchObject({ source: 'none' });
    expect(shop.settings.isMailSent).toBe(false);
    await shop.mail.send(receiptFor());
    expect(office.letters).toHaveLength(1);
  });

  test('keeps its password for its own server and user alone, and tells it to nobody', async () => {
    await saveMailServer(shop, OWNER, typed());
    await saveMailServer(shop, OWNER, typed({ password: '', from: 'vendas@corte' }));
    await shop.mail.send(receiptFor());
    expect(office.letters).toHaveLength(1);

    for (const elsewhere of [{ host: 'localhost' }, { port: 1 }, { user: 'outra' }]) {
      const refused = { code: 'invalid', fields: { password: 'Digite a senha desta conta.' } };
      await expect(saveMailServer(shop, OWNER, typed({ password: '', ...elsewhere }))).rejects.toMatchObject(refused);
      await expect(checkMailServer(shop, OWNER, typed({ password: '', ...elsewhere }))).rejects.toMatchObject(refused);
    }
    const row = await findEncryptedSetting(shop.db, 'mail');
    const trail = await shop.db.selectFrom('audit').selectAll().execute();
    for (const told of [row, trail, await showMailServer(shop)]) {
      expect(JSON.stringify(told)).not.toContain(LOGIN.password);
    }
    expect(trail.map(({ action, fields }) => `${action} ${fields}`)).toEqual([
      'settings.save_mail_server ["mailServer","mailPassword","mailFrom"]',
      'settings.save_mail_server ["mailServer","mailFrom"]',
    ]);
  });

  test('that another key encrypted keeps mail waiting until it is typed again', async () => {
    await saveMailServer(shop, OWNER, typed());
    await shop.db.updateTable('encryptedSettings').set({ value: 'v1.AAAA' }).execute();
    expect(await showMailServer(shop)).toMatchObject({ source: 'unreadable', server: null });
    await shop.liveSettings.refresh();
    await expect(shop.mail.send(receiptFor())).rejects.toMatchObject({ code: 'EKEY' });
    await saveMailServer(shop, OWNER, typed());
    await shop.mail.send(receiptFor());
    expect(office.letters).toHaveLength(1);
  });

  test('is locked where the environment has it', async () => {
    const locked = { ...shop, settings: { ...shop.settings, isMailGiven: true } };
    expect(await showMailServer(locked)).toMatchObject({ source: 'environment', server: null });
    for (const deed of [() => saveMailServer(locked, OWNER, typed()), () => removeMailServer(locked, OWNER)]) {
      await expect(deed()).rejects.toMatchObject({ kind: 'conflict', code: 'set_in_environment' });
    }
  });
});
