import { deleteEncryptedSetting } from '#db/queries/secrets/encrypted-settings.ts';
import { upsertSetting } from '#db/queries/upkeep/settings.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { MAIL_PARTS, type MailServer, type MailServerState } from '#src/wire/mail/mail-server.ts';
import type { CheckStep } from '#src/wire/upkeep/findings.ts';
import { settingsAddress } from '#src/wire/upkeep/setting-sections.ts';
import { lockedText } from '#src/wire/upkeep/settings-table.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { publishAfterCommit, SETTINGS_CHANGED } from '../events.ts';
import { newId } from '../ids.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { conflict, invalid } from '../refusals.ts';
import { encryptSetting, readEncryptedSetting, storeEncryptedSetting } from '../secrets/encrypted-settings.ts';
import type { Shop } from '../shop.ts';
import { addressMail } from './mail-address.ts';
import { MAIL_TEST_SENT } from './mail-tests.ts';
import type { SmtpAccount } from './mailer.ts';

/** The name by which the account is encrypted. */
const MAIL_SERVER = 'mail';

export type StoredMailServer = { state: 'missing' } | { state: 'unreadable' } | { state: 'read'; server: SmtpAccount };

export async function readMailServer(shop: Pick<Shop, 'db' | 'encryption'>): Promise<StoredMailServer> {
  const stored = await readEncryptedSetting(shop, MAIL_SERVER);
  return stored.state === 'read' ? { state: 'read', server: JSON.parse(stored.text) as SmtpAccount } : stored;
}

export async function showMailServer(shop: Shop): Promise<MailServerState> {
  const from = shop.settings.mailFrom;
  const shared = { from, isFromLocked: 'mailFrom' in shop.liveSettings.given };
  if (shop.settings.isMailGiven) return { ...shared, source: 'environment', server: null };
  const stored = await readMailServer(shop);
  if (stored.state !== 'read') {
    return { ...shared, source: stored.state === 'missing' ? 'none' : 'unreadable', server: null };
  }
  const { password: _, ...server } = stored.server;
  return { ...shared, source: 'stored', server: { ...server, from } };
}

/** Connects, signs in and sends a test to the one who asks; nothing is stored. */
export async function checkMailServer(
  shop: Shop,
  actor: Actor & { name: string; email: string },
  typed: MailServer,
): Promise<AsyncIterable<CheckStep>> {
  expectOpen(shop);
  await takeOrRefuse(shop, 'mailTests', actor.id, { code: 'too_many_tests', sentence: TOO_MANY });
  const account = await accountOf(shop, typed);
  const id = newId();
  const addressed = addressMail(shop, { dedup: `mail-test:${id}` }, actor);
  const settingsUrl = shop.settings.siteUrl + settingsAddress('mail');
  return noteSent(shop, actor, shop.mail.check(account, typed.from, { ...addressed, kind: 'test', settingsUrl }));
}

async function* noteSent(shop: Shop, actor: Actor, steps: AsyncIterable<CheckStep>): AsyncGenerator<CheckStep> {
  for await (const step of steps) {
    const isSent = 'found' in step && step.found.name === MAIL_PARTS.delivery && step.found.state === 'right';
    if (isSent) await recordChange(shop.db, shop, actor, { action: MAIL_TEST_SENT, entityId: 'mail' });
    yield step;
  }
}

/** The next mail leaves by it, in every process. */
export async function saveMailServer(shop: Shop, actor: Actor, typed: MailServer): Promise<MailServerState> {
  expectOpen(shop);
  const isFromLocked = 'mailFrom' in shop.liveSettings.given;
  if (isFromLocked && typed.from !== shop.settings.mailFrom) throw invalid('from', lockedText('mailFrom'));
  const account = await accountOf(shop, typed);
  const encrypted = await encryptSetting(shop, MAIL_SERVER, JSON.stringify(account));
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, 'settings');
    await storeEncryptedSetting(tx, shop, actor, encrypted);
    if (!isFromLocked) {
      const updatedAt = shop.clock.now().toISOString();
      const value = JSON.stringify(typed.from);
      await upsertSetting(tx, { key: 'mailFrom', value, updatedAt, updatedBy: actor.id });
    }
    await recordChange(tx, shop, actor, {
      action: 'settings.save_mail_server',
      entityId: 'mail',
      fields: [
        'mailServer',
        ...(typed.password === '' ? [] : ['mailPassword']),
        ...(typed.from === shop.settings.mailFrom ? [] : ['mailFrom']),
      ],
      changes: { mailFrom: [shop.settings.mailFrom, typed.from] },
    });
    publishAfterCommit(tx, shop, SETTINGS_CHANGED);
  });
  await shop.liveSettings.refresh();
  return showMailServer(shop);
}

/** Mail becomes files of the server again. */
export async function removeMailServer(shop: Shop, actor: Actor): Promise<MailServerState> {
  expectOpen(shop);
  await inTransaction(shop.db, async (tx) => {
    await deleteEncryptedSetting(tx, MAIL_SERVER);
    await recordChange(tx, shop, actor, { action: 'settings.remove_mail_server', entityId: 'mail' });
    publishAfterCommit(tx, shop, SETTINGS_CHANGED);
  });
  await shop.liveSettings.refresh();
  return showMailServer(shop);
}

function expectOpen({ settings }: Shop): void {
  if (settings.isMailGiven) throw conflict('set_in_environment', GIVEN);
}

/** The stored password never goes to another server than the one that it was typed for. */
async function accountOf(shop: Shop, server: MailServer): Promise<SmtpAccount> {
  const { from: _, ...typed } = server;
  if (typed.password !== '' || typed.user === '') return typed;
  const stored = await readMailServer(shop);
  const isSame =
    stored.state === 'read' &&
    stored.server.host === typed.host &&
    stored.server.port === typed.port &&
    stored.server.user === typed.user;
  if (!isSame) throw invalid('password', 'Digite a senha desta conta.');
  return { ...typed, password: stored.server.password };
}

const GIVEN =
  'A conta de e-mail é definida no servidor (SMTP_URL). Para mudar aqui, apague a linha de lá e reinicie a loja.';
const TOO_MANY = 'Você já conferiu várias vezes. Aguarde alguns minutos e tente de novo.';
