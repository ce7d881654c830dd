import { listCoupons } from '#db/queries/coupons/coupons.ts';
import { allRows } from '#db/queries/lists/paging.ts';
import { listProductNames } from '#db/queries/products/products.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import {
  COUPON_STATES,
  type Coupon,
  type CouponListRequest,
  couponStateOf,
  DELETED_PRODUCT,
} from '#src/wire/coupons/coupons.ts';
import { type Actor, recordExport } from '../audit/audit.ts';
import { type Columns, inOneBatch, type TableExport, tableOf } from '../lists/exports.ts';
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
  const names = new Map((await listProductNames(shop.db)).map(({ id, name }) => [id, name]));
  const columns = columnsFor(today, (id) => names.get(id) ?? DELETED_PRODUCT);
  const filter = { ...couponFilterOf(request), ids: chosen };
  const read = () => listCoupons(shop.db, filter, 'createdAt', allRows('desc'));
  return tableOf('cupons', columns, inOneBatch(read, toCouponDto));
}

function columnsFor(today: string, nameOf: (productId: string) => string): Columns<Coupon> {
  return {
    Código: ({ code }) => code,
    Nome: ({ name }) => name,
    Descrição: ({ description }) => description,
    Desconto: ({ type, discount }) =>
      type === 'FIXED' ? formatCents(Math.round(discount * 100)) : `${discount.toLocaleString('pt-BR')}%`,
    Usos: ({ used }) => String(used),
    'Máximo de usos': ({ maxUses }) => (maxUses === null ? 'Ilimitado' : String(maxUses)),
    'Válido de': ({ validFrom }) => validFrom.split('-').reverse().join('/'),
    'Válido até': ({ validTo }) => validTo.split('-').reverse().join('/'),
    Estado: (coupon) => COUPON_STATES[couponStateOf(coupon, today)],
    Afiliado: ({ affiliate }) => affiliate?.name ?? '',
    'Só para os produtos': ({ productIds }) => productIds.map(nameOf).join(', '),
    'Usos por cliente': ({ perCustomer }) => (perCustomer === null ? '' : String(perCustomer)),
    'Só para quem tem': ({ onlyOwnersOf }) => (onlyOwnersOf === null ? '' : nameOf(onlyOwnersOf)),
  };
}
