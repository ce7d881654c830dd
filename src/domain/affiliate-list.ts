import { countAffiliates, findListedAffiliate, type ListedAffiliate, listAffiliates } from '#db/queries/affiliates.ts';
import { listCodesFrom } from '#db/queries/coupons.ts';
import { sliceOf } from '#db/queries/paging.ts';
import type { Queryable } from '#db/tables.ts';
import { type Affiliate, type AffiliateSort, firstFreeCode, suggestCouponCode } from '#src/wire/affiliates.ts';
import type { ListRequest, Page } from '#src/wire/lists.ts';
import { centsToReais } from '#src/wire/money.ts';
import type { Shop } from './shop.ts';

/** Every affiliate, newest first. */
export async function listAllAffiliates(shop: Shop): Promise<Affiliate[]> {
  return (await listAffiliates(shop.db, '', { by: 'createdAt', order: 'desc' })).map(publicAffiliate);
}

export async function listAffiliatePage(shop: Shop, request: ListRequest<AffiliateSort>): Promise<Page<Affiliate>> {
  const { q, sort, order, page, pageSize } = request;
  const [total, rows] = await Promise.all([
    countAffiliates(shop.db, q),
    listAffiliates(shop.db, q, { by: COLUMNS[sort], order }, sliceOf(request)),
  ]);
  return { items: rows.map(publicAffiliate), total, page, pageSize };
}

/** One affiliate as the calls answer it; it must be there. */
export async function readAffiliate(tx: Queryable, id: string): Promise<Affiliate> {
  return publicAffiliate(await findListedAffiliate(tx, id));
}

/** A code that nobody else has, made of the first name and the rate. What the affiliate has already counts as free. */
export async function suggestCode(
  shop: Shop,
  { name, rate, affiliateId }: { name: string; rate: string; affiliateId: string | null },
): Promise<{ code: string }> {
  const code = suggestCouponCode(name, rate);
  const taken = await listCodesFrom(shop.db, code);
  const others = taken.filter((coupon) => affiliateId === null || coupon.affiliateId !== affiliateId);
  return { code: firstFreeCode(code, new Set(others.map((coupon) => coupon.code))) };
}

const COLUMNS = {
  createdAt: 'createdAt',
  name: 'name',
  commissionRate: 'rate',
  totalSales: 'sales',
  totalCommission: 'commission',
  pendingCommission: 'pending',
} as const;

function publicAffiliate(row: ListedAffiliate): Affiliate {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    isAffiliate: true,
    commissionRate: row.commissionHundredths / 100,
    couponCode: row.couponCode ?? '',
    totalSales: row.saleCount,
    totalCommission: centsToReais(row.commissionCents),
    pendingCommission: centsToReais(row.pendingCents),
    isActive: row.isActive === 1,
    createdAt: row.createdAt,
  };
}
