import { findCustomer } from '#db/queries/customers/customers.ts';
import { findImportedSource, listPeopleToTell } from '#db/queries/imports/imported-sales.ts';
import { changeImport, listImportsToAnnounce, lockImport } from '#db/queries/imports/imports.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { IMPORT_SOURCES } from '#src/wire/imports/sources.ts';
import type { ImportNoticeMail } from '../mail/content.ts';
import { addressMail } from '../mail/mail-address.ts';
import type { MailHandlers } from '../mail/mail-handlers.ts';
import { queueMailQuietly } from '../mail/queue-mail.ts';
import { spacedTimes } from '../releases/announcements.ts';
import { unsubscribeUrl } from '../releases/unsubscribe.ts';
import type { Shop } from '../shop.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

export const IMPORT_MAIL = { import_notice: { write: writeNotice } } satisfies Partial<MailHandlers>;

/** Only where the owner wanted it: one mail for each person, at the pace of the notices of versions. */
export async function announceImports(shop: Shop, stopping?: AbortSignal): Promise<void> {
  for (const id of await listImportsToAnnounce(shop.db)) {
    while (!stopping?.aborted && (await inTransaction(shop.db, (tx) => queueBatch(tx, shop, id)))) {
      await yieldToEventLoop();
    }
  }
}

const BATCH = 200;

async function queueBatch(tx: Queryable, shop: Shop, id: string): Promise<boolean> {
  const row = await lockImport(tx, id);
  if (row?.state !== 'done' || row.announces !== 1 || row.cursor === null) return false;
  const people = await listPeopleToTell(tx, id, row.cursor, BATCH);
  const times = await spacedTimes(tx, shop, shop.clock.now(), people.length);
  for (const [at, customerId] of people.entries()) {
    // Whoever comes by a second import hears of the first alone.
    await queueMailQuietly(tx, shop, { kind: 'import_notice', customerId }, times[at]);
  }
  const cursor = people.length < BATCH ? null : (people.at(-1) ?? null);
  await changeImport(tx, id, ['done'], { cursor });
  return cursor !== null;
}

/** Nothing is said to whoever was erased, or whose sale was given back or taken out since. */
async function writeNotice(shop: Shop, mail: OutboxRow): Promise<ImportNoticeMail | undefined> {
  const { customerId } = mail;
  if (customerId === null) return undefined;
  const customer = await findCustomer(shop.db, customerId);
  const source = await findImportedSource(shop.db, customerId);
  if (!customer?.email || !source) return undefined;
  return {
    kind: 'import_notice',
    ...addressMail(shop, mail, { name: customer.name, email: customer.email }),
    from: IMPORT_SOURCES[source].name,
    purchasesUrl: `${shop.settings.siteUrl}/minhas-compras`,
    unsubscribeUrl: await unsubscribeUrl(shop, customerId),
  };
}
