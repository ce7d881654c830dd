import { listCoupons } from '#db/queries/coupons/coupons.ts';
import { allRows } from '#db/queries/lists/paging.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { COUPON_STATES, type Coupon, type CouponListRequest, couponStateOf } from '#src/wire/coupons/coupons.ts';
import { type Actor, recordExport } from '../audit/audit.ts';
import { inOneBatch, type TableExport } from '../lists/exports.ts';
import type { Shop } from '../shop.ts';
import { couponFilterOf, toCouponDto } from './coupon-list.ts';

export async function exportCoupons(
  shop: Shop,
  actor: Actor,
  request: CouponListRequest,
  chosen: readonly string[] | null,
): Promise<TableExport> {
  const { q, status } = request;
  await recordExport(shop, actor, 'coupon.export', { q, status, ids: chosen });
  const today = dayOf(shop.clock.now());
  const filter = { ...couponFilterOf(request), ids: chosen };
  const batches = inOneBatch(
    () => listCoupons(shop.db, filter, 'createdAt', allRows('desc')),
    (row) => writeRow(toCouponDto(row), today),
  );
  return { name: 'cupons', header: HEADER, batches };
}

const HEADER = [
  'Código',
  'Nome',
  'Descrição',
  'Desconto',
  'Usos',
  'Máximo de usos',
  'Válido de',
  'Válido até',
  'Estado',
  'Afiliado',
];

function writeRow(coupon: Coupon, today: string): string[] {
  const { code, name, description, type, discount, used, maxUses, validFrom, validTo, affiliate } = coupon;
  return [
    code,
    name,
    description,
    type === 'FIXED' ? formatCents(Math.round(discount * 100)) : `${discount.toLocaleString('pt-BR')}%`,
    String(used),
    maxUses === null ? 'Ilimitado' : String(maxUses),
    validFrom.split('-').reverse().join('/'),
    validTo.split('-').reverse().join('/'),
    COUPON_STATES[couponStateOf(coupon, today)],
    affiliate?.name ?? '',
  ];
}
