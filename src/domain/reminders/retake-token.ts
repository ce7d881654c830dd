import type { ReminderRow } from '#db/tables/reminders.ts';
import type { Shop } from '../shop.ts';

/** Each attempt of a mail carries the same link; the row keeps its hash alone. */
export function retakeToken(
  shop: Pick<Shop, 'keyedHash'>,
  { purchaseId, step }: Pick<ReminderRow, 'purchaseId' | 'step'>,
): string {
  return Buffer.from(shop.keyedHash(`retake:${purchaseId}:${step}`), 'hex').toString('base64url');
}
