import type { MailAccount } from '#src/wire/mail/mail.ts';
import type { MailAccountRow } from '../../tables/mail.ts';
import type { Queryable } from '../../tables.ts';

/** Lists those that refused by their quota lately. */
export function listMailAccounts(db: Queryable): Promise<MailAccountRow[]> {
  return db.selectFrom('mailAccounts').selectAll().execute();
}

export async function upsertMailAccount(db: Queryable, account: MailAccountRow): Promise<void> {
  const { account: _, ...state } = account;
  await db
    .insertInto('mailAccounts')
    .values(account)
    .onConflict((conflict) => conflict.column('account').doUpdateSet(state))
    .execute();
}

/** A mail that began after the refusal has left. */
export async function clearQuotaRefusal(db: Queryable, account: MailAccount, startedAt: string): Promise<void> {
  await db
    .updateTable('mailAccounts')
    .set({ refusedAt: null })
    .where('account', '=', account)
    .where('refusedAt', '<', startedAt)
    .execute();
}

/** A notice that began after the refusal has left, so that the others may follow. */
export async function endNoticePause(db: Queryable, account: MailAccount, startedAt: string): Promise<void> {
  await db
    .deleteFrom('mailAccounts')
    .where('account', '=', account)
    .where((row) => row.or([row('refusedAt', 'is', null), row('refusedAt', '<', startedAt)]))
    .execute();
}
