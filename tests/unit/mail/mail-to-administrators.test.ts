import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { requestOwnEmail } from '#src/domain/access/own-email.ts';
import { removeCustomer } from '#src/domain/customers/erasure.ts';
import { watchStock } from '#src/domain/keys/stock.ts';
import { showMailLog } from '#src/domain/mail/mail-log.ts';
import { deliverDueMail } from '#src/domain/upkeep/deliver-mail.ts';
import { addresseeOf } from '#src/wire/mail/mail.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { readMailbox } from '../../support/calls/mailbox.ts';
import { sell } from '../../support/store/shop.ts';

const OWNER = { email: 'admin@loja.local', password: 'senha-da-dona-42', next: 'dona@estudio.exemplo' };
const BUYER = 'ana@exemplo.com.br';

const opened = openShopForFile();

test('mail to an administrator outlives the erasure of a buyer, and the log names both rightly', async () => {
  const { shop } = opened;
  const addressees = async () => {
    while ((await deliverDueMail(shop)) > 0);
    const mails = await readMailbox(join(dirname(opened.file), 'mail'));
    return mails.flatMap(({ to }) => to?.[0]?.address ?? []);
  };
  const named = async () => {
    const lines = (await showMailLog(shop)).map((mail) => `${mail.kind}: ${addresseeOf(mail)}`);
    return [...new Set(lines)].toSorted();
  };
  await shop.db.deleteFrom('outbox').execute();
  await shop.db.updateTable('products').set({ areKeysPlenty: 0 }).execute();
  const [low] = await shop.db.selectFrom('products').selectAll().where('requiresActivation', '=', 1).execute();
  await shop.db
    .updateTable('products')
    .set({ lowKeysAt: 10_000, areKeysPlenty: 1 })
    .where('id', '=', low?.id ?? '')
    .execute();
  const owner = await shop.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', OWNER.email)
    .executeTakeFirstOrThrow();
  const purchaseId = await sell(shop, 'grade-cinema');
  await watchStock(shop);
  await requestOwnEmail(shop, owner, { current: OWNER.password, email: OWNER.next }, { sessionId: '' });

  expect((await addressees()).toSorted()).toEqual([OWNER.email, OWNER.email, BUYER, OWNER.next].toSorted());
  expect(await named()).toEqual([
    'admin_email: Administração',
    'admin_email_news: Administração',
    'low_keys: Administração',
    `receipt: ${BUYER}`,
  ]);

  const { customerId } = await shop.db
    .selectFrom('purchases')
    .select('customerId')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  await removeCustomer(shop, owner, customerId ?? '');

  expect((await addressees()).toSorted()).toEqual([OWNER.email, OWNER.email, OWNER.next]);
  expect(await named()).toEqual([
    'admin_email: Administração',
    'admin_email_news: Administração',
    'low_keys: Administração',
    'receipt: Pessoa removida',
  ]);
});
