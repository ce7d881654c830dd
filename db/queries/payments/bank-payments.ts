import { isSqlite } from '../../engine.ts';
import { type Placeholders, prepared } from '../../prepared.ts';
import type { BankPaymentRow } from '../../tables/payments.ts';
import type { Queryable } from '../../tables.ts';

/** Waits for the purchase, as `lockRow` does; returns false where another one has the payment. */
export async function claimBankPayment(db: Queryable, payment: BankPaymentRow): Promise<boolean> {
  const { purchaseId } = await newOrKnownPayment.executeTakeFirstOrThrow(db, payment);
  return purchaseId === payment.purchaseId;
}

const newOrKnownPayment = prepared((db, { account, paymentId, purchaseId }: Placeholders<BankPaymentRow>) =>
  db
    .insertInto('bankPayments')
    .columns(['account', 'paymentId', 'purchaseId'])
    .expression(
      db
        .selectFrom('purchases')
        .select([account.as('account'), paymentId.as('paymentId'), 'id'])
        .where('id', '=', purchaseId)
        .$if(!isSqlite(db), (locked) => locked.forNoKeyUpdate()),
    )
    // A no-op update, so that the statement returns the existing row.
    .onConflict((conflict) =>
      conflict.columns(['account', 'paymentId']).doUpdateSet((row) => ({ account: row.ref('excluded.account') })),
    )
    .returning('purchaseId'),
);
