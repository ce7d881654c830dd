import { findUserByEmail } from '#db/queries/access/users.ts';
import { countMatches, searched } from '#db/queries/lists/full-text-search.ts';
import {
  checkpointWal,
  fileContains,
  measureDatabase,
  reindexPersonalData,
  vacuumDatabase,
} from '#db/queries/releases/storage.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Shop } from '../shop.ts';

export type ErasedPerson = {
  id: string;
  name: string;
  nameOrder: string;
  email: string;
  machineNames: string[];
  /** Somebody wrote them about the person, or the person to the shop. */
  writings: string[];
  purchases: (Pick<PurchaseRow, 'id' | 'customerName' | 'whatsapp' | 'clickIds'> & { customerOrder: string | null })[];
};

/** `secure_delete` misses copies that SQLite makes when it moves rows between pages, so rewrites the file. */
export async function scrubDatabase(shop: Shop, person: ErasedPerson): Promise<void> {
  if ((await measureDatabase(shop.db)) > QUICK_BYTES) {
    await reindexPersonalData(shop.db);
    await clearJournal(shop);
    if (!(await fileContains(shop.db, await identifyingTexts(shop, person)))) return;
  }
  await vacuumDatabase(shop.db);
  await clearJournal(shop);
}

const QUICK_BYTES = 32 * 1024 * 1024;

/** A name counts only if nobody else has it. */
async function identifyingTexts(
  shop: Shop,
  { id, name, nameOrder, email, purchases, machineNames, writings }: ErasedPerson,
): Promise<string[]> {
  const names = new Set([
    name,
    nameOrder,
    ...machineNames,
    ...purchases.flatMap((each) => [each.customerName, each.customerOrder]),
  ]);
  const texts = [`${nameOrder}${id}`, `${id}${name}`, `${email}${id}`, ...writings];
  for (const { id: purchaseId, customerOrder, whatsapp, clickIds } of purchases) {
    texts.push(`${customerOrder ?? ''}${purchaseId}`, whatsapp ?? '', clickIds ?? '');
  }
  for (const each of names) if (each && !(await isSomebodys(shop, each))) texts.push(each, searched(each));
  if (!(await isSomebodys(shop, email)) && !(await findUserByEmail(shop.db, email))) texts.push(email);
  return texts;
}

async function isSomebodys(shop: Shop, text: string): Promise<boolean> {
  return (await countMatches(shop.db, 'customer', text)) + (await countMatches(shop.db, 'purchase', text)) > 0;
}

/** A backup may be reading the journal, so tries again. */
async function clearJournal(shop: Shop): Promise<void> {
  for (let tries = 0; tries < JOURNAL_TRIES; tries += 1) {
    if (await checkpointWal(shop.db)) return;
    await new Promise((resolve) => setTimeout(resolve, JOURNAL_PAUSE_MS));
  }
  shop.log.warn({}, 'the journal could not be emptied after an erasure; the next one, or a restart, empties it');
}

const JOURNAL_TRIES = 20;
const JOURNAL_PAUSE_MS = 200;
