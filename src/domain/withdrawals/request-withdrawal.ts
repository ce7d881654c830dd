import { randomInt } from 'node:crypto';
import { freezeKeysOfPurchase, thawKeysOfPurchase } from '#db/queries/keys/activation-keys.ts';
import { requestRefund } from '#db/queries/payments/refunds.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import {
  decideWithdrawal,
  findWithdrawal,
  insertWithdrawal,
  listWithdrawersSince,
  type NewWithdrawal,
} from '#db/queries/withdrawals/withdrawals.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow, oneAtATime, takeTurnForPurchases } from '#db/transactions.ts';
import { dayText } from '#src/wire/basics/dates.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { importedFrom, NO_WITHDRAWAL_OF_IMPORTED } from '#src/wire/imports/sources.ts';
import type { Done } from '#src/wire/purchases/purchases.ts';
import { dependentsText } from '#src/wire/withdrawals/dependents.ts';
import { isDayOver, lastDayOfDecision, withdrawalOverText } from '#src/wire/withdrawals/withdrawal-days.ts';
import {
  type CancelWithdrawal,
  type Dependent,
  type RequestWithdrawal,
  TOO_MANY_WITHDRAWALS,
  type WithdrawalHold,
  type WithdrawalReceived,
} from '#src/wire/withdrawals/withdrawals.ts';
import { normalizeAddress } from '../mail/address-hash.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { bankOf } from '../payments/bank-accounts.ts';
import { afterBankTime, startRefund } from '../payments/refunds/refund-attempts.ts';
import { announceSale } from '../purchases/announce-sale.ts';
import { areGroundsKept, describeDependents, listAllDependents } from '../purchases/dependents.ts';
import { readUsage, usageText } from '../purchases/purchase-usage.ts';
import { notCompleted } from '../purchases/purchases.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { conflict, refusal, unknownPurchase } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';
import { readLastDay } from './withdrawals.ts';

/** The keys stop at once; the money goes back by the path of every refund, or waits for the owner. */
export async function withdraw(
  shop: Shop,
  purchaseId: string,
  request: RequestWithdrawal,
): Promise<WithdrawalReceived> {
  await expectBuyer(shop, purchaseId, request.email);
  const { protocol, isHeld, refunding, dependents } = await inTransaction(shop.db, (tx) =>
    writeRequests(tx, shop, purchaseId, request),
  );
  const begun = refunding.filter((row) => row !== undefined);
  const outcomes = await Promise.all(begun.map((row) => startRefund(shop, row, 'buyer')));
  const isBack = begun.length === refunding.length && outcomes.every(({ outcome }) => outcome === 'refunded');
  const state = isHeld ? 'requested' : isBack ? 'refunded' : 'refunding';
  const answerBy = dayText(lastDayOfDecision(shop.clock.now().toISOString()));
  const next = isHeld
    ? `A loja responde até ${answerBy}.`
    : 'O dinheiro volta para a conta que pagou, em geral em minutos.';
  const also = dependents.length === 0 ? '' : ` Junto com ela você desistiu de ${dependentsText(dependents)}.`;
  return { success: true, message: `Pedido recebido, protocolo ${protocol}.${also} ${next}`, protocol, state };
}

export async function cancelWithdrawal(shop: Shop, purchaseId: string, { email }: CancelWithdrawal): Promise<Done> {
  await expectBuyer(shop, purchaseId, email);
  await inTransaction(shop.db, async (tx) => {
    await takeTurnForPurchases(tx);
    await lockRow(tx, 'purchases', purchaseId);
    if (!(await areGroundsKept(tx, purchaseId))) throw dependsOnGivenUp();
    const decidedAt = shop.clock.now().toISOString();
    const isOurs = await decideWithdrawal(tx, purchaseId, { state: 'cancelled', refusal: null, decidedAt });
    if (!isOurs) throw alreadyDecided();
    await thawKeysOfPurchase(tx, purchaseId);
    await recordEvent(tx, shop, purchaseId, 'withdrawal_cancelled', 'buyer');
  });
  return { success: true, message: 'Pedido cancelado. A compra continua sua, e a chave voltou a valer.' };
}

/** One of `refunding` is undefined where another refund is under way. */
type Written = {
  protocol: string;
  isHeld: boolean;
  refunding: (PurchaseRow | undefined)[];
  dependents: Dependent[];
};

/** What cost less since this purchase was owned is given up with it, or nobody would pay its price. */
async function writeRequests(
  tx: Queryable,
  shop: Shop,
  purchaseId: string,
  { reason }: RequestWithdrawal,
): Promise<Written> {
  await takeTurnForPurchases(tx);
  await lockRow(tx, 'purchases', purchaseId);
  const purchase = await expectWithdrawable(tx, purchaseId, shop.clock.now());
  for (const { id } of await listAllDependents(tx, purchase)) await lockRow(tx, 'purchases', id);
  const dependents = await listAllDependents(tx, purchase);
  const askers = [shop.keyedHash(normalizeAddress(purchase.customerEmail ?? '')), purchase.payerHash ?? []].flat();
  for (const asker of askers.toSorted()) await oneAtATime(tx, `withdrawals:${asker}`);
  const holds: WithdrawalHold[] = [];
  const asked: PurchaseRow[] = [];
  for (const each of [purchase, ...dependents]) {
    const known = await findWithdrawal(tx, each.id);
    const isDecided = known !== undefined && known.state !== 'cancelled';
    if (!isDecided) asked.push(each);
    // A refund that the owner began is the withdrawal's from now on. One that was refused keeps its low price.
    const hold = isDecided ? 'used' : each.refundRequestedAt ? null : await holdOf(tx, shop, each);
    if (hold) holds.push(hold);
  }
  // The owner decides about all of them where about one.
  const [heldFor = null] = holds;
  const written: Awaited<ReturnType<typeof writeRequest>>[] = [];
  for (const each of asked) written.push(await writeRequest(tx, shop, each, { heldFor, reason: reason || null }));
  return {
    protocol: written[0]?.protocol ?? '',
    isHeld: heldFor !== null,
    refunding: written.map(({ refunding }) => refunding),
    dependents: await describeDependents(tx, asked.slice(1)),
  };
}

async function writeRequest(
  tx: Queryable,
  shop: Shop,
  purchase: PurchaseRow,
  request: Pick<NewWithdrawal, 'heldFor' | 'reason'>,
) {
  const { id: purchaseId } = purchase;
  const requestedAt = shop.clock.now().toISOString();
  const written = await insertWithdrawal(tx, { purchaseId, protocol: newProtocol(), ...request, requestedAt });
  if (!written) throw alreadyRequested();
  const { protocol } = written;
  await freezeKeysOfPurchase(tx, purchaseId, requestedAt);
  await recordEvent(tx, shop, purchaseId, 'withdrawal_requested', 'buyer', usageText(await readUsage(tx, purchase)));
  await announceSale(tx, shop, 'sale.withdrawal_requested', purchaseId, { which: protocol });
  await queueMail(tx, shop, { kind: 'withdrawal_received', purchaseId, payload: JSON.stringify({ protocol }) });
  const isHeld = request.heldFor !== null;
  return { protocol, refunding: isHeld ? undefined : await beginRefund(tx, shop, purchaseId, 'buyer') };
}

/** Returns undefined where a refund is under way already, which then is the withdrawal's. */
export async function beginRefund(
  tx: Queryable,
  shop: Shop,
  purchaseId: string,
  source: 'buyer' | 'admin',
): Promise<PurchaseRow | undefined> {
  const now = shop.clock.now();
  const refundRequestedAt = now.toISOString();
  await decideWithdrawal(tx, purchaseId, { state: 'refunding', refusal: null, decidedAt: refundRequestedAt });
  const refunding = await requestRefund(tx, purchaseId, { refundRequestedAt, nextCheckAt: afterBankTime(now) });
  if (refunding) await recordEvent(tx, shop, purchaseId, 'refund_requested', source);
  return refunding;
}

async function expectBuyer(shop: Shop, purchaseId: string, email: string): Promise<void> {
  const purchase = await findPurchase(shop.db, purchaseId);
  if (!purchase) throw unknownPurchase();
  await takeOrRefuse(shop, 'withdrawals', purchaseId, TOO_MANY);
  if (purchase.customerEmail !== email) {
    throw refusal('forbidden', 'other_address', 'Só podemos aceitar o pedido com o e-mail usado na compra.');
  }
}

async function expectWithdrawable(tx: Queryable, purchaseId: string, now: Date): Promise<PurchaseRow> {
  const purchase = await findPurchase(tx, purchaseId);
  const known = await findWithdrawal(tx, purchaseId);
  if (known && known.state !== 'cancelled') throw alreadyRequested();
  if (purchase?.status === 'REFUNDED') throw refusal('gone', 'refunded', 'Esta compra já foi reembolsada.');
  if (purchase?.status !== 'COMPLETED') throw notCompleted();
  if (importedFrom(purchase) !== null) throw conflict('imported', NO_WITHDRAWAL_OF_IMPORTED);
  const lastDay = await readLastDay(tx, purchase);
  if (lastDay !== null && isDayOver(lastDay, now)) throw isOver(lastDay);
  return purchase;
}

async function holdOf(tx: Queryable, shop: Shop, purchase: PurchaseRow): Promise<WithdrawalHold | null> {
  if (!bankOf(shop, purchase)) return 'other_bank';
  if (purchase.review === 'dispute') return 'dispute';
  const since = new Date(shop.clock.now().getTime() - REPEATED_WITHIN_MS).toISOString();
  if ((await countOfPerson(tx, purchase, since)) >= USUAL_WITHDRAWALS) return 'repeated';
  const use = await readUsage(tx, purchase);
  const isUsed = use.downloads > 0 || use.machines > 0;
  return shop.settings.withdrawal === 'review' && isUsed ? 'used' : null;
}

/** Counts what one person gave up, also under other spellings of the mailbox and under other addresses whose Pix the same person paid. */
async function countOfPerson(
  tx: Queryable,
  { customerId, customerEmail, payerHash }: PurchaseRow,
  since: string,
): Promise<number> {
  const mailbox = normalizeAddress(customerEmail ?? '');
  const known = await listWithdrawersSince(tx, since);
  return known.filter(
    (one) =>
      one.customerId === customerId ||
      normalizeAddress(one.customerEmail ?? '') === mailbox ||
      (payerHash !== null && one.payerHash === payerHash),
  ).length;
}

const REPEATED_WITHIN_MS = 180 * DAY_MS;
const USUAL_WITHDRAWALS = 2;

/** A protocol is `7F3K-2Q`: read aloud on the telephone, so without 0, 1, I, L, O and U. */
function newProtocol(): string {
  const signs = Array.from({ length: 6 }, () => PROTOCOL_SIGNS[randomInt(PROTOCOL_SIGNS.length)]).join('');
  return `${signs.slice(0, 4)}-${signs.slice(4)}`;
}

const PROTOCOL_SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

function isOver(lastDay: string) {
  return conflict('withdrawal_over', withdrawalOverText(lastDay));
}

function alreadyRequested() {
  return conflict(
    'already_requested',
    'O pedido desta compra já foi recebido. A página da compra mostra como ele está.',
  );
}

function dependsOnGivenUp() {
  return conflict(
    'depends_on_given_up',
    'O preço desta compra era de quem tem outra, da qual você também desistiu. Cancele primeiro a desistência daquela.',
  );
}

function alreadyDecided() {
  return conflict('already_decided', 'Este pedido já foi decidido e não pode mais ser cancelado.');
}

const TOO_MANY = { code: 'withdrawal_limit', sentence: TOO_MANY_WITHDRAWALS } as const;
