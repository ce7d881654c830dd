import { listClicks, updatePartner } from '#db/queries/affiliates/partners.ts';
import { allRows, type PagePlan } from '#db/queries/lists/paging.ts';
import {
  countPartnerSales,
  type ListedPartnerSale,
  listHeldSales,
  listPaidPayouts,
  listPartnerSales,
  sumOpenPayouts,
  sumPartnerSales,
} from '#db/queries/partners/partner-sales.ts';
import { findTerms } from '#db/queries/partners/program.ts';
import { withProduct } from '#db/queries/purchases/purchase-items.ts';
import type { Queryable } from '#db/tables.ts';
import { attributionRule, attributionText, partnerLink } from '#src/wire/affiliates/attribution.ts';
import { dayOf, monthOf, shiftDay, shiftMonth, startOf } from '#src/wire/basics/dates.ts';
import { centsToReais, formatReais } from '#src/wire/basics/money.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import {
  nextPayoutDay,
  type Partner,
  type PartnerPayout,
  type PartnerSale,
  type PartnerSaleListRequest,
  type PartnerStatement,
  type PartnerSums,
  saleStateText,
} from '#src/wire/partners/partners.ts';
import type { Done } from '#src/wire/purchases/purchases.ts';
import { type Columns, inOneBatch, type TableExport, tableOf } from '../lists/exports.ts';
import { readListPage } from '../lists/list-pages.ts';
import { referenceOf } from '../payouts/payouts.ts';
import { conflict, notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import type { SignedInPartner } from './partner-access.ts';

export async function showPartner(shop: Shop, partner: SignedInPartner): Promise<Partner> {
  const { db, settings, clock } = shop;
  const now = clock.now();
  const { id, pixKeyType, pixKey, couponCode } = partner;
  const payoutDay = nextPayoutDay(now, settings.payoutDay);
  const [sums, releases, clicks, paid, terms] = await Promise.all([
    sumsOf(db, id, now),
    listReleases(db, id, now, payoutDay),
    listClicks(db, id, `${monthOf(now)}-01`),
    listPaidPayouts(db, id, { since: '', until: '9' }),
    findTerms(db),
  ]);
  const [last] = paid;
  return {
    name: partner.name,
    email: partner.email,
    link: partnerLink(settings.siteUrl, couponCode),
    couponCode,
    couponText: couponText(partner),
    commissionRate: partner.commissionHundredths / 100,
    rule: attributionRule(settings.referralDays),
    isActive: partner.isActive === 1,
    since: partner.createdAt,
    ...sums,
    minimum: settings.payoutMinimum,
    nextPayoutDay: payoutDay,
    releases,
    lastPayout: last ? toPayoutDto(last) : null,
    clicksThisMonth: clicks.reduce((sum, day) => sum + day.clicks, 0),
    pixKey: pixKeyType && pixKey ? { type: pixKeyType, key: pixKey, heldUntil: heldUntil(partner, now) } : null,
    terms: terms
      ? { version: terms.version, acceptedVersion: partner.termsVersion, acceptedAt: partner.termsAcceptedAt }
      : null,
  };
}

/** By the day on which they come free, up to the day of the payout. */
async function listReleases(db: Queryable, id: string, now: Date, payoutDay: string): Promise<Partner['releases']> {
  const until = startOf(shiftDay(payoutDay, 1)).toISOString();
  const cents = new Map<string, number>();
  for (const { payableAt, commissionCents } of await listHeldSales(db, id, { now: now.toISOString(), until })) {
    const day = dayOf(new Date(payableAt ?? now));
    cents.set(day, (cents.get(day) ?? 0) + commissionCents);
  }
  return [...cents].map(([day, sum]) => ({ day, amount: centsToReais(sum) }));
}

/** What stands in an open payout is released, and not received yet. */
export async function sumsOf(db: Queryable, id: string, now: Date): Promise<PartnerSums> {
  const [sums, openCents] = await Promise.all([sumPartnerSales(db, id, now.toISOString()), sumOpenPayouts(db, id)]);
  return {
    waiting: { amount: centsToReais(sums.waitingCents), sales: sums.waitingCount },
    released: { amount: centsToReais(sums.releasedCents + openCents), sales: sums.releasedCount },
    received: { amount: centsToReais(sums.settledCents - openCents), sales: sums.paidCount },
  };
}

export async function listPartnerSalePage(
  shop: Shop,
  { id: affiliateId }: Pick<SignedInPartner, 'id'>,
  request: PartnerSaleListRequest,
): Promise<Page<PartnerSale>> {
  const source = {
    total: await countPartnerSales(shop.db, { affiliateId }),
    read: async ({ slice }: PagePlan) => withProduct(shop.db, await listPartnerSales(shop.db, { affiliateId }, slice)),
  };
  return readListPage(request, source, (row) => toSaleDto(row, shop.clock.now()));
}

/** A month as `2026-11`; all of it without one. */
export async function exportPartnerSales(
  shop: Shop,
  { id }: Pick<SignedInPartner, 'id'>,
  month: string | null,
): Promise<TableExport> {
  const span = month ? spanOf(month) : {};
  const now = shop.clock.now();
  const batches = inOneBatch(
    async () => withProduct(shop.db, await listPartnerSales(shop.db, { affiliateId: id, ...span }, allRows('desc'))),
    (row) => toSaleDto(row, now),
  );
  return tableOf(month ? `extrato-${month}` : 'vendas', COLUMNS, batches);
}

const COLUMNS: Columns<PartnerSale> = {
  Dia: ({ date }) => dayOf(new Date(date)).split('-').toReversed().join('/'),
  Produto: ({ product }) => product,
  Valor: ({ amount }) => formatReais(amount),
  Comissão: ({ commission }) => formatReais(commission),
  'Por quê': ({ reason }) => reason,
  Estado: saleStateText,
};

/** The newest first, from the partner's first month on. */
export function listStatementMonths(shop: Shop, { createdAt }: Pick<SignedInPartner, 'createdAt'>): string[] {
  const first = monthOf(new Date(createdAt));
  const months: string[] = [];
  for (let month = monthOf(shop.clock.now()); month >= first && months.length < 60; month = shiftMonth(month, -1)) {
    months.push(month);
  }
  return months;
}

export async function readStatement(
  shop: Shop,
  { id }: Pick<SignedInPartner, 'id'>,
  month: string,
): Promise<PartnerStatement> {
  const span = spanOf(month);
  const now = shop.clock.now();
  const [sales, payouts] = await Promise.all([
    listPartnerSales(shop.db, { affiliateId: id, ...span }, allRows('asc')).then((rows) => withProduct(shop.db, rows)),
    listPaidPayouts(shop.db, id, span),
  ]);
  return { month, sales: sales.map((row) => toSaleDto(row, now)), payouts: payouts.map(toPayoutDto) };
}

export async function acceptTerms(shop: Shop, { id }: Pick<SignedInPartner, 'id'>, version: number): Promise<Done> {
  const terms = await findTerms(shop.db);
  if (terms?.version !== version) throw conflict('terms_changed', 'Os termos mudaram agora. Leia e aceite de novo.');
  await updatePartner(shop.db, id, { termsVersion: version, termsAcceptedAt: shop.clock.now().toISOString() });
  return { success: true, message: 'Você aceitou os termos.' };
}

function spanOf(month: string): { since: string; until: string } {
  if (!/^20\d\d-(?:0[1-9]|1[0-2])$/.test(month)) throw notFound('Mês não encontrado.');
  return { since: startOf(month).toISOString(), until: startOf(shiftMonth(month, 1)).toISOString() };
}

function couponText({ discountHundredths, couponType }: SignedInPartner): string {
  if (!discountHundredths || couponType === 'FIXED') return '';
  return `${(discountHundredths / 100).toLocaleString('pt-BR')}% para quem compra`;
}

export function heldUntil({ pixKeyHeldUntil }: Pick<SignedInPartner, 'pixKeyHeldUntil'>, now: Date): string | null {
  return pixKeyHeldUntil !== null && pixKeyHeldUntil > now.toISOString() ? pixKeyHeldUntil : null;
}

function toSaleDto(row: ListedPartnerSale & { product: string }, now: Date): PartnerSale {
  const isDisputed = row.review === 'dispute';
  const isWaiting = isDisputed || (row.payableAt !== null && row.payableAt > now.toISOString());
  const state = row.status === 'pending' ? (isWaiting ? 'waiting' : 'released') : row.status;
  return {
    id: row.id,
    date: row.createdAt,
    product: row.product,
    amount: centsToReais(row.amountCents),
    commission: centsToReais(row.commissionCents),
    reason: attributionText(row),
    state,
    payableAt: isDisputed ? null : row.payableAt,
    paidAt: row.paidAt,
    returnedAt: row.status === 'reversed' ? row.refundedAt : null,
  };
}

function toPayoutDto({ number, amountCents, saleCount, paidAt }: Awaited<ReturnType<typeof listPaidPayouts>>[number]) {
  const payout: PartnerPayout = {
    reference: referenceOf(number),
    amount: centsToReais(amountCents),
    sales: saleCount,
    paidAt: paidAt ?? '',
  };
  return payout;
}
