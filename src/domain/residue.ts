import { countMatches, searched } from '#db/queries/searching.ts';
import {
  emptyJournal,
  holdsBytes,
  measureDatabase,
  rewriteDatabase,
  rewritePeopleIndexes,
} from '#db/queries/storage.ts';
import { findUserByEmail } from '#db/queries/users.ts';
import type { PurchaseRow } from '#db/tables.ts';
import type { Shop } from './shop.ts';

/** Who was erased, as the rows had it. */
export type ErasedPerson = {
  id: string;
  name: string;
  nameOrder: string;
  email: string;
  purchases: (Pick<PurchaseRow, 'id' | 'customerName'> & { customerOrder: string | null })[];
};

/**
 * Sees to it that no byte of an erased person stays in the database's files. The database overwrites the rows that it deletes
 * (`secure_delete`), but not the copies that it left behind whenever it moved rows from page to page: about one erasure in a
 * hundred leaves one. A file is written anew in the blink that this takes; a big one has its indexes written anew, is looked
 * through, and is only written anew where something was found.
 */
export async function scrubDatabase(shop: Shop, person: ErasedPerson): Promise<void> {
  if ((await measureDatabase(shop.db)) > QUICK_BYTES) {
    await rewritePeopleIndexes(shop.db);
    await clearJournal(shop);
    if (!(await holdsBytes(shop.db, await tracesOf(shop, person)))) return;
  }
  await rewriteDatabase(shop.db);
  await clearJournal(shop);
}

const QUICK_BYTES = 32 * 1024 * 1024;

/** What only the erased person's rows can have held. A name counts by itself where nobody else is called so. */
async function tracesOf(shop: Shop, { id, name, nameOrder, email, purchases }: ErasedPerson): Promise<string[]> {
  const names = new Set([name, nameOrder, ...purchases.flatMap((each) => [each.customerName, each.customerOrder])]);
  const traces = [`${nameOrder}${id}`, `${id}${name}`, `${email}${id}`];
  for (const { id: purchaseId, customerOrder } of purchases) traces.push(`${customerOrder ?? ''}${purchaseId}`);
  for (const each of names) if (each && !(await isSomebodys(shop, each))) traces.push(each, searched(each));
  if (!(await isSomebodys(shop, email)) && !(await findUserByEmail(shop.db, email))) traces.push(email);
  return traces;
}

async function isSomebodys(shop: Shop, text: string): Promise<boolean> {
  return (await countMatches(shop.db, 'customer', text)) + (await countMatches(shop.db, 'purchase', text)) > 0;
}

/** A backup may be reading from the journal: it is asked for again until that is through. */
async function clearJournal(shop: Shop): Promise<void> {
  for (let tries = 0; tries < JOURNAL_TRIES; tries += 1) {
    if (await emptyJournal(shop.db)) return;
    await new Promise((resolve) => setTimeout(resolve, JOURNAL_PAUSE_MS));
  }
  shop.log.warn({}, 'the journal could not be emptied after an erasure; the next one, or a restart, empties it');
}

const JOURNAL_TRIES = 20;
const JOURNAL_PAUSE_MS = 200;
