import { countBounce, markMailBounced } from '#db/queries/customers/bounces.ts';
import { inTransaction } from '#db/transactions.ts';
import type { Shop } from '../shop.ts';

/** So many different mails must come back before notices pass an address over, since one refusal may be a mistake. */
const MARKS_AFTER = 3;

/** Each mail counts once, however often it is tried. */
export async function noteBounce({ db, clock }: Shop, mailId: number, email: string): Promise<void> {
  const at = clock.now().toISOString();
  await inTransaction(db, async (tx) => {
    if (await markMailBounced(tx, mailId, at)) await countBounce(tx, { email, at, marksAfter: MARKS_AFTER });
  });
}
