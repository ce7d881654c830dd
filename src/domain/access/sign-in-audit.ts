import { countRefusedSignIn, deleteRefusedSignIns } from '#db/queries/access/refused-sign-ins.ts';
import { insertAudit } from '#db/queries/audit/audit.ts';
import type { UserRow } from '#db/tables/access.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { ANYBODY, UNKNOWN_ACCOUNT } from '#src/wire/audit/audit.ts';
import { AUDIT_ACTIONS, type AuditAction } from '#src/wire/audit/audit-actions.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import type { Actor } from '../audit/audit.ts';
import type { Shop } from '../shop.ts';

type Books = Pick<Shop, 'db' | 'clock'>;

/** The session is the one that opens. */
export function recordSignIn({ db, clock }: Books, { id, session }: Required<Actor>): Promise<void> {
  return record(db, clock.now(), { actorId: id, actorSession: session, action: 'access.sign_in', entityId: id });
}

export function recordGatePass(db: Queryable, clock: Books['clock'], actor: Actor, gate: string): Promise<void> {
  return record(db, clock.now(), { actorId: actor.id, action: 'access.pass_gate', entityId: gate });
}

/** Stores nothing that was typed; counts repeated refusals, so that guessing cannot flood the audit. */
export async function recordRefusedSignIn(
  { db, clock }: Books,
  found: Pick<UserRow, 'id' | 'isAdmin'> | undefined,
): Promise<void> {
  const account = found?.isAdmin ? found.id : UNKNOWN_ACCOUNT;
  await inTransaction(db, async (tx) => {
    const attempts = await countRefusedSignIn(tx, account, clock.now().toISOString());
    if (attempts === 1) await record(tx, clock.now(), refusalOf(account));
  });
}

export async function recordCountedRefusals({ db, clock }: Books): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const counts = await deleteRefusedSignIns(tx, new Date(now.getTime() - COUNTED_MS).toISOString());
    for (const { account, attempts } of counts) {
      if (attempts > 1) await record(tx, now, { ...refusalOf(account), count: attempts - 1 });
    }
  });
}

const COUNTED_MS = 10 * MINUTE_MS;

function refusalOf(account: string): SignInChange {
  return { actorId: ANYBODY, action: 'access.refuse', entityId: account };
}

type SignInChange = { actorId: string; actorSession?: string; action: AuditAction; entityId: string; count?: number };

function record(db: Queryable, now: Date, change: SignInChange): Promise<void> {
  const { entity } = AUDIT_ACTIONS[change.action];
  return insertAudit(db, { at: now.toISOString(), entity, fields: '[]', ...change });
}
