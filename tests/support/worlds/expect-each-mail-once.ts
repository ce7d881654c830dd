import { expect } from 'vitest';
import type { MailServer } from '../calls/smtp.ts';
import { scaled } from '../scale.ts';
import type { Store } from '../store/store.ts';

/** What a busy machine kept from being sent returns after its lease. */
const LONGEST_MS = scaled(150_000, 600_000);

/** Every message to buyers whose address begins so was sent, and none arrived twice; returns how many. */
export async function expectEachMailOnce(store: Store, office: MailServer, buyers: string): Promise<number> {
  const inState = (state: 'waiting' | 'sent') =>
    store
      .database()
      .selectFrom('outbox')
      .innerJoin('purchases', 'purchases.id', 'outbox.purchaseId')
      .select('outbox.id')
      .where('customerEmail', 'like', `${buyers}%`)
      .where('outbox.state', '=', state)
      .execute();
  await expect.poll(() => inState('waiting'), { timeout: LONGEST_MS }).toEqual([]);
  const letters = office.letters.filter(({ to }) => to?.[0]?.address?.startsWith(buyers));
  expect(new Set(letters.map(({ messageId }) => messageId)).size).toBe(letters.length);
  expect(letters).toHaveLength((await inState('sent')).length);
  return letters.length;
}
