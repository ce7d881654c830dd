import { freeHeldKeys } from '#db/queries/keys/held-keys.ts';
import { answerFailover, listWaitingFailovers } from '#db/queries/upkeep/failovers.ts';
import { inTransaction } from '#db/transactions.ts';
import type { AuditAction } from '#src/wire/audit/audit-actions.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import type { AttentionRow } from '#src/wire/upkeep/attention.ts';
import { type Failover, type FailoverAnswer, heldKeysText } from '#src/wire/upkeep/failover.ts';
import { settingsAddress } from '#src/wire/upkeep/setting-sections.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { publishAfterCommit } from '../events.ts';
import { STOCK_CHANGED } from '../keys/stock.ts';
import { conflict } from '../refusals.ts';
import type { Shop } from '../shop.ts';

/** Null unless keys wait for somebody's word; of several the sum, since the first. */
export async function findFailover({ db }: Pick<Shop, 'db'>): Promise<Failover | null> {
  const waiting = await listWaitingFailovers(db);
  const [first] = waiting;
  if (!first) return null;
  const heldKeys = waiting.reduce((sum, row) => sum + (row.heldKeys ?? 0), 0);
  return { at: first.restoredAt, since: first.backupAt, heldKeys };
}

export async function failoverItems(shop: Shop): Promise<AttentionRow[]> {
  const failover = await findFailover(shop);
  if (!failover) return [];
  return [
    {
      id: 'failover',
      tone: 'danger',
      title: 'O banco de dados foi trocado, e vendas podem ter se perdido',
      detail:
        failover.heldKeys === 0
          ? `Foi em ${formatDayTime(failover.at)}. Alguém precisa dizer se algo se perdeu.`
          : `${heldKeysText(failover)} desde ${formatDayTime(failover.at)}, até alguém dizer que nada se perdeu.`,
      href: settingsAddress('health'),
      action: 'Responder',
    },
  ];
}

/** Frees what was held, or leaves it held and asks the banks at once. Returns how many keys were freed. */
export async function answerFailovers(
  shop: Pick<Shop, 'db' | 'clock' | 'events' | 'log'>,
  actor: Actor,
  answer: FailoverAnswer,
): Promise<{ freedKeys: number }> {
  const freedKeys = await inTransaction(shop.db, async (tx) => {
    let freed = 0;
    const waiting = await listWaitingFailovers(tx);
    if (waiting.length === 0) throw conflict('state_changed', 'Alguém já respondeu: não há chaves à espera.');
    for (const { id, restoredAt } of waiting) {
      if (!(await answerFailover(tx, id, answer))) continue;
      if (answer === 'nothing_lost') freed += await freeHeldKeys(tx, restoredAt);
      await recordChange(tx, shop, actor, { action: DEEDS[answer], entityId: String(id) });
    }
    publishAfterCommit(tx, shop, STOCK_CHANGED);
    return freed;
  });
  shop.events.publish('reconciliation');
  return { freedKeys };
}

const DEEDS = { nothing_lost: 'key.free_held', may_have_lost: 'key.leave_held' } as const satisfies Record<
  FailoverAnswer,
  AuditAction
>;
