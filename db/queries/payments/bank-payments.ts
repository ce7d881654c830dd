import { type Placeholders, prepared } from '../../prepared.ts';
import type { BankPaymentRow } from '../../tables/payments.ts';
import type { Queryable } from '../../tables.ts';

/** Returns false where another purchase has it. */
export async function claimBankPayment(db: Queryable, payment: BankPaymentRow): Promise<boolean> {
  const { purchaseId } = await newOrKnownPayment.executeTakeFirstOrThrow(db, payment);
  return purchaseId === payment.purchaseId;
}

const newOrKnownPayment = prepared((db, payment: Placeholders<BankPaymentRow>) =>
  db
    .insertInto('bankPayments')
    .values(payment)
    // A no-op update, so that the statement returns the existing row.
    .onConflict((conflict) =>
      conflict.columns(['account', 'paymentId']).doUpdateSet((row) => ({ account: row.ref('excluded.account') })),
    )
    .returning('purchaseId'),
);
