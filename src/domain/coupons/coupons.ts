import {
  deleteUnredeemedCoupon,
  findCoupon,
  findCouponById,
  insertCoupon,
  updateCoupon,
  withdrawCoupon,
} from '#db/queries/coupons/coupons.ts';
import { findProduct } from '#db/queries/products/products.ts';
import type { CouponRow } from '#db/tables/coupons.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow, oneAtATime } from '#db/transactions.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import {
  type Coupon,
  type CouponChange,
  type CouponFields,
  crossFieldErrors,
  DELETED_PRODUCT,
  NO_PRODUCT,
} from '#src/wire/coupons/coupons.ts';
import { type Actor, type Changes, changesBetween, recordChange } from '../audit/audit.ts';
import { newId } from '../ids.ts';
import { conflict, notFound, type Refusal, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { PROMOTIONS } from '../turns.ts';
import { toCouponDto } from './coupon-list.ts';
import { productIdsOf } from './coupon-scope.ts';

export function createCoupon(shop: Shop, actor: Actor, fields: CouponFields): Promise<Coupon> {
  const now = shop.clock.now().toISOString();
  const { discount, description, isActive = true, productIds = [], perCustomer = null, onlyOwnersOf = null } = fields;
  const { code, name, type, maxUses, validFrom, validTo } = fields;
  const coupon = {
    ...{ code, name, type, maxUses, validFrom, validTo, perCustomer, onlyOwnersOf },
    id: newId(),
    productIds: JSON.stringify(productIds),
    description: description ?? '',
    discountHundredths: discount,
    used: 0,
    isActive: isActive ? (1 as const) : (0 as const),
    affiliateId: null,
    createdAt: now,
    updatedAt: now,
    withdrawnAt: null,
  };
  if (coupon.type === 'AFFILIATE')
    throw invalid({ type: 'O cupom de um afiliado nasce com o afiliado, em Afiliados.' });
  refuseContradictions(coupon);
  return inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, PROMOTIONS);
    await refuseTakenCode(tx, coupon.code, null);
    await refuseUnknownProducts(tx, coupon);
    await insertCoupon(tx, coupon);
    await recordChange(tx, shop, actor, {
      action: 'coupon.create',
      entityId: coupon.id,
      fields: Object.keys(fields),
    });
    return toCouponDto({ ...coupon, affiliateName: null });
  });
}

export async function showCoupon({ db }: Shop, id: string): Promise<Coupon> {
  const coupon = await findCouponById(db, id);
  if (!coupon) throw unknownCoupon();
  return toCouponDto(coupon);
}

/** `judge` may refuse the coupon as it is before the change. */
export function editCoupon(
  shop: Shop,
  actor: Actor,
  id: string,
  change: CouponChange,
  judge: (before: Coupon) => void = () => {},
): Promise<Coupon> {
  return inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, PROMOTIONS);
    const before = await findCouponById(tx, id);
    if (!before) throw unknownCoupon();
    judge(toCouponDto(before));
    const values = changedValues(before, change);
    const after = { ...before, ...values };
    refuseContradictions(after);
    if (values.code !== undefined) await refuseTakenCode(tx, values.code, id);
    await refuseUnknownProducts(tx, values, before);
    const changed = Object.keys(values);
    if (changed.length === 0) return toCouponDto(before);
    const isDone = await updateCoupon(tx, id, { ...values, updatedAt: shop.clock.now().toISOString() });
    if (!isDone) throw invalid({ maxUses: tooFewUses(before.used) });
    await recordChange(tx, shop, actor, {
      action: 'coupon.update',
      entityId: id,
      fields: changed.map((field) => (field === 'discountHundredths' ? 'discount' : field)),
      changes: await withProductNames(tx, changesOf(before, values)),
    });
    return toCouponDto(after);
  });
}

/** The name of an affiliate's coupon is a person's. */
function changesOf(before: CouponRow, values: Values): Changes {
  const { name, description, discountHundredths, ...rest } = values;
  const isTypeChanged = rest.type !== undefined && rest.type !== before.type;
  const isDiscountChanged = discountHundredths !== undefined || isTypeChanged;
  return {
    ...changesBetween(before, before.affiliateId === null ? { ...rest, name, description } : rest),
    ...(isDiscountChanged && { discount: [discountText(before), discountText({ ...before, ...values })] }),
  };
}

/** The trail keeps names, since a product may go. */
async function withProductNames(tx: Queryable, { productIds, onlyOwnersOf, ...changes }: Changes): Promise<Changes> {
  const nameOf = async (id: string) => (await findProduct(tx, id))?.name ?? DELETED_PRODUCT;
  const ownersOf = async (id: unknown) => (typeof id === 'string' ? nameOf(id) : null);
  const listOf = async (ids: unknown) => {
    const names = typeof ids === 'string' ? await Promise.all(productIdsOf({ productIds: ids }).map(nameOf)) : [];
    return names.length > 0 ? names.join(', ') : null;
  };
  return {
    ...changes,
    ...(productIds && { productIds: [await listOf(productIds[0]), await listOf(productIds[1])] }),
    ...(onlyOwnersOf && { onlyOwnersOf: [await ownersOf(onlyOwnersOf[0]), await ownersOf(onlyOwnersOf[1])] }),
  };
}

/** A product that was deleted since may stay, and discounts nothing. */
async function refuseUnknownProducts(
  tx: Queryable,
  { productIds = '[]', onlyOwnersOf = null }: Partial<Pick<CouponRow, 'productIds' | 'onlyOwnersOf'>>,
  before?: CouponRow,
): Promise<void> {
  const kept = new Set(before ? [...productIdsOf(before), before.onlyOwnersOf] : []);
  const isUnknown = async (id: string) => !kept.has(id) && !(await findProduct(tx, id));
  if (onlyOwnersOf !== null && (await isUnknown(onlyOwnersOf))) throw invalid({ onlyOwnersOf: NO_PRODUCT });
  for (const id of productIdsOf({ productIds })) if (await isUnknown(id)) throw invalid({ productIds: NO_PRODUCT });
}

function discountText({ type, discountHundredths }: Pick<CouponRow, 'type' | 'discountHundredths'>): string {
  return type === 'FIXED' ? formatCents(discountHundredths) : `${(discountHundredths / 100).toLocaleString('pt-BR')}%`;
}

/** A redeemed coupon is withdrawn instead, so that its purchases can still be settled. */
export function deleteCoupon(shop: Shop, actor: Actor, id: string): Promise<void> {
  return inTransaction(shop.db, async (tx) => {
    const coupon = await findCouponById(tx, id);
    if (!coupon) throw unknownCoupon();
    if (coupon.affiliateName !== null) {
      throw conflict(
        'affiliate_coupon',
        `Este cupom é de ${coupon.affiliateName}. Desative-o, ou exclua o afiliado em Afiliados.`,
      );
    }
    await removeCoupon(tx, shop, id);
    await recordChange(tx, shop, actor, { action: 'coupon.delete', entityId: id });
  });
}

export async function removeCoupon(tx: Queryable, shop: Shop, id: string): Promise<'deleted' | 'withdrawn'> {
  await lockRow(tx, 'coupons', id);
  if (await deleteUnredeemedCoupon(tx, id)) return 'deleted';
  await withdrawCoupon(tx, id, shop.clock.now().toISOString());
  return 'withdrawn';
}

export async function refuseTakenCode(
  tx: Queryable,
  code: string,
  ownId: string | null,
  field: 'code' | 'couponCode' = 'code',
): Promise<void> {
  const other = await findCoupon(tx, code);
  if (!other || other.id === ownId) return;
  const sentence = `Já existe um cupom com o código ${other.code}. Escolha outro.`;
  throw refusal('conflict', 'code_taken', sentence, { fields: { [field]: sentence } });
}

type Values = Partial<Omit<CouponRow, 'id' | 'used' | 'affiliateId' | 'createdAt' | 'updatedAt' | 'withdrawnAt'>>;

function changedValues(before: CouponRow, change: CouponChange): Values {
  const { discount, isActive, description, type, productIds, ...rest } = change;
  const wanted: Values = {
    ...rest,
    type: typeFor(before, type),
    ...(discount !== undefined && { discountHundredths: discount }),
    ...(description !== undefined && { description: description ?? '' }),
    ...(isActive !== undefined && { isActive: isActive ? 1 : 0 }),
    ...(productIds !== undefined && { productIds: JSON.stringify(productIds) }),
  };
  const has = (field: string, value: unknown) => value !== undefined && Reflect.get(before, field) !== value;
  return Object.fromEntries(Object.entries(wanted).filter(([field, value]) => has(field, value)));
}

/** An affiliate's coupon is edited as PERCENT and stays AFFILIATE; no other becomes one. */
function typeFor(before: CouponRow, wanted: CouponRow['type'] = before.type): CouponRow['type'] {
  if (before.type === 'AFFILIATE') {
    if (wanted === 'FIXED') throw invalid({ type: 'O cupom de um afiliado é sempre em porcentagem.' });
    return 'AFFILIATE';
  }
  if (wanted === 'AFFILIATE') throw invalid({ type: 'O cupom de um afiliado nasce com o afiliado, em Afiliados.' });
  return wanted;
}

function refuseContradictions(coupon: Parameters<typeof crossFieldErrors>[0]): void {
  const fields = crossFieldErrors(coupon);
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

function invalid(fields: Record<string, string>): Refusal {
  return refusal('invalid', 'invalid', Object.values(fields)[0] ?? '', { fields });
}

function tooFewUses(used: number): string {
  return `Este cupom já tem ${used} ${used === 1 ? 'uso' : 'usos'}: o máximo não pode ficar abaixo disso.`;
}

function unknownCoupon() {
  return notFound('Cupom não encontrado. Ele pode ter sido excluído em outra janela.');
}
