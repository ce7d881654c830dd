import type { BankPaymentRow, Queryable } from '../tables.ts';

/** Returns false where another purchase has one of them. */
export async function claimBankPayments(
  db: Queryable,
  { account, purchaseId }: Pick<BankPaymentRow, 'account' | 'purchaseId'>,
  paymentIds: string[],
): Promise<boolean> {
  if (paymentIds.length === 0) return true;
  const payments = await db
    .insertInto('bankPayments')
    .values(paymentIds.map((paymentId) => ({ account, paymentId, purchaseId })))
    // A no-op update, so that the statement returns the existing row.
    .onConflict((conflict) =>
      conflict.columns(['account', 'paymentId']).doUpdateSet((row) => ({ account: row.ref('excluded.account') })),
    )
    .returning('purchaseId')
    .execute();
  return payments.every((payment) => payment.purchaseId === purchaseId);
}
