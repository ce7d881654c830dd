import { findPartner, listClicks, updatePartner } from '#db/queries/affiliates/partners.ts';
import { listPayouts } from '#db/queries/payouts/payouts.ts';
import { inTransaction } from '#db/transactions.ts';
import { partnerLink } from '#src/wire/affiliates/attribution.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { centsToReais } from '#src/wire/basics/money.ts';
import type { PartnerDetails, PartnerNotes } from '#src/wire/partners/partners.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { referenceOf } from '../payouts/payouts.ts';
import { notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { heldUntil, sumsOf } from './partner-area.ts';

export async function showPartnerDetails({ db, clock, settings }: Shop, id: string): Promise<PartnerDetails> {
  const partner = await findPartner(db, id);
  if (!partner) throw notFound('Afiliado não encontrado.');
  const now = clock.now();
  const [sums, clicks, payouts] = await Promise.all([
    sumsOf(db, id, now),
    listClicks(db, id, dayOf(new Date(now.getTime() - 29 * DAY_MS))),
    listPayouts(db, { state: null, affiliateId: id }, { order: 'desc', limit: MOST_PAYOUTS, offset: 0 }),
  ]);
  const { name, email, couponCode, pixKeyType, pixKey, termsVersion, termsAcceptedAt, notes, createdAt } = partner;
  return {
    ...sums,
    id,
    name,
    email,
    isActive: partner.isActive === 1,
    isClosed: partner.isAffiliate === 0,
    couponCode,
    link: couponCode && partnerLink(settings.siteUrl, couponCode),
    commissionRate: partner.commissionHundredths / 100,
    createdAt,
    pixKey: pixKeyType && pixKey ? { type: pixKeyType, key: pixKey, heldUntil: heldUntil(partner, now) } : null,
    terms: termsVersion && termsAcceptedAt ? { version: termsVersion, acceptedAt: termsAcceptedAt } : null,
    notes,
    clicks,
    payouts: payouts.map((row) => ({
      id: row.id,
      reference: referenceOf(row.number),
      amount: centsToReais(row.amountCents),
      sales: row.saleCount,
      state: row.state,
      createdAt: row.createdAt,
    })),
  };
}

export async function writeNotes(
  shop: Shop,
  actor: Actor,
  id: string,
  { notes }: PartnerNotes,
): Promise<PartnerDetails> {
  await inTransaction(shop.db, async (tx) => {
    if (!(await findPartner(tx, id))) throw notFound('Afiliado não encontrado.');
    await updatePartner(tx, id, { notes });
    await recordChange(tx, shop, actor, { action: 'affiliate.write_notes', entityId: id });
  });
  return showPartnerDetails(shop, id);
}

const MOST_PAYOUTS = 60;
