import { inTransaction } from '#db/transactions.ts';
import { newId } from '#src/domain/ids.ts';
import { queueMail } from '#src/domain/mail/queue-mail.ts';
import type { Shop } from '#src/domain/shop.ts';

/** So many people hear that a product is back; all of it is due. */
export async function addWaitingNotices(shop: Shop, count: number): Promise<string[]> {
  const createdAt = shop.clock.now().toISOString();
  const notices = Array.from({ length: count }, () => {
    const id = newId();
    return { id, productId: 'grade-cinema', email: `${id}@exemplo.com.br`, createdAt };
  });
  await inTransaction(shop.db, async (tx) => {
    for (const notice of notices)
      await tx
        .insertInto('stockNotices')
        .values({ ...notice, queuedAt: createdAt })
        .execute();
    for (const { id } of notices) await queueMail(tx, shop, { kind: 'stock_notice', payload: id });
  });
  return notices.map(({ email }) => email);
}
