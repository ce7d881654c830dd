import {
  countAffiliates,
  findListedAffiliate,
  type ListedAffiliate,
  listAffiliates,
} from '#db/queries/affiliates/affiliates.ts';
import { listCodesFrom } from '#db/queries/coupons/coupons.ts';
import { allRows, type PagePlan } from '#db/queries/lists/paging.ts';
import type { Queryable } from '#db/tables.ts';
import {
  type Affiliate,
  type AffiliateListRequest,
  firstFreeCode,
  suggestCouponCode,
} from '#src/wire/affiliates/affiliates.ts';
import { centsToReais } from '#src/wire/basics/money.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { readListPage } from '../lists/list-pages.ts';
import type { Shop } from '../shop.ts';

export async function listAllAffiliates(shop: Shop): Promise<Affiliate[]> {
  return (await listAffiliates(shop.db, { q: '' }, 'createdAt', allRows('desc'))).map(toAffiliateDto);
}

export async function listAffiliatePage(shop: Shop, request: AffiliateListRequest): Promise<Page<Affiliate>> {
  const { q, sort } = request;
  const source = {
    total: await countAffiliates(shop.db, { q }),
    read: ({ slice }: PagePlan) => listAffiliates(shop.db, { q }, COLUMNS[sort], slice),
  };
  return readListPage(request, source, toAffiliateDto);
}

export async function readAffiliate(tx: Queryable, id: string): Promise<Affiliate> {
  return toAffiliateDto(await findListedAffiliate(tx, id));
}

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

export function toAffiliateDto(row: ListedAffiliate): Affiliate {
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
