import {
  findNextNumber,
  insertPayout,
  insertPayoutLines,
  listUnsettled,
  settleLines,
  sumUnsettled,
  type Unsettled,
} from '#db/queries/payouts/payouts.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { centsToReais, formatCents } from '#src/wire/basics/money.ts';
import type { ClosePayouts, Payable, Payout, PayoutBlock } from '#src/wire/payouts/payouts.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { newId } from '../ids.ts';
import { conflict } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { PAYOUTS } from '../turns.ts';
import { readPayout } from './payouts.ts';

/** Partners whose payout is open are not among them: it is paid or cancelled first. */
export async function listPayable(shop: Shop): Promise<Payable[]> {
  const unsettled = await sumUnsettled(shop.db, shop.clock.now().toISOString());
  return unsettled.map((row) => ({
    affiliate: { id: row.id, name: row.name },
    amount: centsToReais(row.cents),
    sales: row.sales,
    returns: row.returns,
    pixKeyType: row.pixKeyType,
    block: blockOf(shop, row),
    heldUntil: row.pixKeyHeldUntil,
  }));
}

/** Makes a payout of each partner who can be paid; named partners who cannot are refused with the reason. */
export async function closePayouts(shop: Shop, actor: Actor, { affiliateIds }: ClosePayouts): Promise<Payout[]> {
  const unsettled = await sumUnsettled(shop.db, shop.clock.now().toISOString());
  const wanted = unsettled.filter(({ id }) => affiliateIds?.includes(id) ?? true);
  const blocked = wanted.find((row) => isWorthTelling(blockOf(shop, row)));
  if (affiliateIds && blocked) throw refusalOf(shop, blocked);
  const ids: string[] = [];
  for (const row of wanted) {
    if (blockOf(shop, row) === null) ids.push(...(await closeOne(shop, actor, row)));
  }
  if (ids.length === 0) throw blocked ? refusalOf(shop, blocked) : nothingPayable(shop);
  return Promise.all(ids.map((id) => readPayout(shop, id)));
}

/** Of two closings at once the second finds nothing left. */
function closeOne(shop: Shop, actor: Actor, { id: affiliateId }: Unsettled): Promise<string[]> {
  return inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, PAYOUTS);
    const now = shop.clock.now().toISOString();
    const current = (await sumUnsettled(tx, now)).find(({ id }) => id === affiliateId);
    if (!current?.pixKeyType || !current.pixKey || blockOf(shop, current) !== null) return [];
    const sales = await listUnsettled(tx, affiliateId, now);
    const amountCents = sales.reduce((cents, { fromCents, toCents }) => cents + toCents - fromCents, 0);
    const id = newId();
    await insertPayout(tx, {
      id,
      number: await findNextNumber(tx),
      affiliateId,
      amountCents,
      saleCount: sales.length,
      pixKeyType: current.pixKeyType,
      pixKey: current.pixKey,
      state: 'open',
      createdAt: now,
      paidAt: null,
      cancelledAt: null,
    });
    for (let at = 0; at < sales.length; at += LINES_AT_ONCE) {
      const lines = sales.slice(at, at + LINES_AT_ONCE).map((sale) => ({ ...sale, payoutId: id }));
      await insertPayoutLines(tx, lines);
    }
    await settleLines(tx, id, 'toCents');
    await recordChange(tx, shop, actor, { action: 'affiliate.close_payout', entityId: affiliateId });
    return [id];
  });
}

const LINES_AT_ONCE = 1_000;

function blockOf({ settings, clock }: Shop, row: Unsettled): PayoutBlock | null {
  if (row.cents < settings.payoutMinimum * 100) return 'below_minimum';
  if (!row.pixKey) return 'no_pix_key';
  const isHeld = row.pixKeyHeldUntil !== null && row.pixKeyHeldUntil > clock.now().toISOString();
  return isHeld ? 'key_on_hold' : null;
}

function isWorthTelling(block: PayoutBlock | null): boolean {
  return block !== null && block !== 'below_minimum';
}

function refusalOf(shop: Shop, row: Unsettled) {
  if (blockOf(shop, row) === 'no_pix_key') {
    return conflict('no_pix_key', `${row.name} ainda não informou a chave Pix.`);
  }
  const until = formatDayTime(row.pixKeyHeldUntil ?? '');
  return conflict('key_on_hold', `${row.name} trocou a chave Pix. Por segurança, pague a partir de ${until}.`);
}

function nothingPayable({ settings }: Shop) {
  const minimum = formatCents(settings.payoutMinimum * 100);
  return conflict('nothing_payable', `Nada está liberado a partir de ${minimum} por parceiro.`);
}
