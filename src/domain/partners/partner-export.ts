import { findPartnerByEmail, listClicks } from '#db/queries/affiliates/partners.ts';
import { allRows } from '#db/queries/lists/paging.ts';
import { listPaidPayouts, listPartnerSales } from '#db/queries/partners/partner-sales.ts';
import { listApplicationsOf } from '#db/queries/partners/program.ts';
import { centsToReais } from '#src/wire/basics/money.ts';
import type { ExportedPartner } from '#src/wire/partners/partners.ts';
import type { Shop } from '../shop.ts';

/** All that the shop keeps of who sells, or asked to, with this address. Null for everybody else. */
export async function exportPartner({ db }: Pick<Shop, 'db'>, email: string): Promise<ExportedPartner | null> {
  const partner = await findPartnerByEmail(db, email);
  const applications = await listApplicationsOf(db, [email]);
  if (!partner && applications.length === 0) return null;
  const id = partner?.id ?? '';
  const [sales, payouts, clicks] = await Promise.all([
    listPartnerSales(db, { affiliateId: id }, allRows('asc')),
    listPaidPayouts(db, id, { since: '', until: '9' }),
    listClicks(db, id, ''),
  ]);
  return {
    account: partner
      ? {
          name: partner.name,
          email: partner.email,
          couponCode: partner.couponCode,
          commissionRate: partner.commissionHundredths / 100,
          pixKeyType: partner.pixKeyType,
          pixKey: partner.pixKey,
          termsVersion: partner.termsVersion,
          termsAcceptedAt: partner.termsAcceptedAt,
          notes: partner.notes,
          createdAt: partner.createdAt,
        }
      : null,
    applications: applications.map(({ name, plan, state, createdAt }) => ({ name, plan, state, createdAt })),
    sales: sales.map(({ createdAt, commissionCents, status }) => {
      return { createdAt, commission: centsToReais(commissionCents), status };
    }),
    payouts: payouts.map(({ amountCents, paidAt }) => ({ amount: centsToReais(amountCents), paidAt })),
    clicks,
  };
}
