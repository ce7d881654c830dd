import { listImportsUnderWay } from '#db/queries/imports/imports.ts';
import { indexNewWords, SEARCHABLE } from '#db/queries/lists/full-text-search.ts';
import { inBulk } from '#db/transactions.ts';
import type { Shop } from '../shop.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

/** Words that are not indexed yet are found all the same, row by row. */
export async function indexWords(shop: Shop): Promise<void> {
  for (const kind of SEARCHABLE) {
    let indexed = await indexNewWords(shop.db, kind, STEP);
    while (indexed === STEP) {
      // It goes on slowly beside an import, which would take twice as long.
      if ((await listImportsUnderWay(shop.db)).length > 0) break;
      await yieldToEventLoop();
      indexed = await inBulk(shop.db, (tx) => indexNewWords(tx, kind, STEP));
    }
  }
}

/** A longer step is felt by whoever opens a page meanwhile. */
const STEP = 100;
