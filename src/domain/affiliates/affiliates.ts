import { findUserByEmail, insertUser, updateUser } from '#db/queries/access/users.ts';
import {
  deleteAffiliateUser,
  findAffiliate,
  insertAffiliate,
  updateAffiliate,
} from '#db/queries/affiliates/affiliates.ts';
import { hasAttributedPurchase } from '#db/queries/affiliates/partners.ts';
import { findCouponOfAffiliate, insertCoupon, type NewCoupon, updateCoupon } from '#db/queries/coupons/coupons.ts';
import type { Flag } from '#db/tables/columns.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow, oneAtATime } from '#db/transactions.ts';
import type { AffiliateChange, NewAffiliate } from '#src/wire/affiliates/affiliate-form.ts';
import type { Affiliate } from '#src/wire/affiliates/affiliates.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { lockOut } from '../access/mailed-links.ts';
import { isEmailOfAdministrator } from '../access/own-email.ts';
import { type Actor, changesBetween, recordChange } from '../audit/audit.ts';
import { refuseTakenCode, removeCoupon } from '../coupons/coupons.ts';
import { newId } from '../ids.ts';
import { notFound, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { PROMOTIONS } from '../turns.ts';
import { readAffiliate } from './affiliate-list.ts';

/** An affiliate who returns with the same e-mail gets the former sales back. `also` joins the transaction. */
export async function createAffiliate(
  shop: Shop,
  actor: Actor,
  wanted: NewAffiliate,
  also?: (tx: Queryable, userId: string) => Promise<void>,
): Promise<Affiliate> {
  const passwordHash = await shop.passwords.hash(wanted.password);
  const { name, email, commissionRate: commissionHundredths, couponCode, isActive = true } = wanted;
  const createdAt = shop.clock.now().toISOString();
  const account = { email, name, passwordHash, isAffiliate: 1, isActive: flag(isActive), createdAt } as const;
  return inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, PROMOTIONS);
    if (await isEmailOfAdministrator(shop, tx, email)) throw takenEmail(1);
    const formerId = await findFormerAffiliate(tx, email);
    await refuseTakenCode(tx, couponCode, null, 'couponCode');
    const userId = formerId ?? newId();
    if (formerId) {
      await updateUser(tx, userId, account);
      await updateAffiliate(tx, userId, { commissionHundredths, createdAt });
    } else {
      await insertUser(tx, { ...account, id: userId, isAdmin: 0, role: null });
      await insertAffiliate(tx, { userId, commissionHundredths, createdAt });
    }
    await insertCoupon(tx, couponOf(shop, { ...wanted, userId, isActive }));
    const fields = ['name', 'email', 'password', 'commissionRate', 'couponCode'];
    await recordChange(tx, shop, actor, { action: 'affiliate.create', entityId: userId, fields });
    await also?.(tx, userId);
    return readAffiliate(tx, userId);
  });
}

/** Past sales keep their commission and coupon code. */
export function editAffiliate(shop: Shop, actor: Actor, id: string, change: AffiliateChange): Promise<Affiliate> {
  return inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, PROMOTIONS);
    const { before, coupon } = await findOpenAffiliate(tx, id);
    const after = { ...before, ...change };
    const changed = NAMES.filter((field) => after[field] !== before[field]);
    if (changed.length === 0) return readAffiliate(tx, id);
    if (changed.includes('email')) {
      await refuseTakenEmail(shop, tx, after.email);
      await lockOut(tx, 'partner', id);
    }
    if (changed.includes('couponCode')) await refuseTakenCode(tx, after.couponCode, coupon.id, 'couponCode');
    const { name, email, commissionRate: commissionHundredths, couponCode: code } = after;
    await updateUser(tx, id, { name, email, isActive: flag(after.isActive) });
    await updateAffiliate(tx, id, { commissionHundredths });
    // The discount follows the rate until the owner sets it under Promoções.
    const follows = coupon.discountHundredths === before.commissionRate;
    await updateCoupon(tx, coupon.id, {
      code,
      discountHundredths: follows ? commissionHundredths : coupon.discountHundredths,
      isActive: changed.includes('isActive') ? flag(after.isActive) : coupon.isActive,
      updatedAt: shop.clock.now().toISOString(),
    });
    await recordChange(tx, shop, actor, {
      action: 'affiliate.update',
      entityId: id,
      fields: changed,
      changes: changesBetween(before, after),
    });
    return readAffiliate(tx, id);
  });
}

/** Affiliates with sales keep a closed account, since commissions may be owed. */
export function deleteAffiliate(shop: Shop, actor: Actor, id: string): Promise<void> {
  return inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, PROMOTIONS);
    await lockRow(tx, 'users', id);
    await lockOut(tx, 'partner', id);
    const { coupon, saleCount } = await findOpenAffiliate(tx, id);
    const isRedeemed = (await removeCoupon(tx, shop, coupon.id)) === 'withdrawn';
    if (isRedeemed || saleCount > 0 || (await hasAttributedPurchase(tx, id))) {
      await updateUser(tx, id, { isAffiliate: 0, isActive: 0 });
    } else await deleteAffiliateUser(tx, id);
    await recordChange(tx, shop, actor, { action: 'affiliate.delete', entityId: id });
  });
}

const NAMES = ['name', 'email', 'commissionRate', 'couponCode', 'isActive'] as const;

async function findFormerAffiliate(tx: Queryable, email: string): Promise<string | null> {
  const user = await findUserByEmail(tx, email);
  if (!user) return null;
  const isFormer = !user.isAdmin && !user.isAffiliate && (await findAffiliate(tx, user.id)) !== undefined;
  if (!isFormer) throw takenEmail(user.isAdmin);
  return user.id;
}

async function refuseTakenEmail(shop: Shop, tx: Queryable, email: string): Promise<void> {
  if (await isEmailOfAdministrator(shop, tx, email)) throw takenEmail(1);
  const user = await findUserByEmail(tx, email);
  if (user) throw takenEmail(user.isAdmin);
}

function takenEmail(isAdmin: Flag) {
  const sentence = isAdmin
    ? 'Este e-mail é de um administrador. Use outro para o afiliado.'
    : 'Este e-mail já é de outro afiliado, atual ou antigo. Confira o endereço.';
  return refusal('conflict', 'email_taken', sentence, { fields: { email: sentence } });
}

async function findOpenAffiliate(tx: Queryable, id: string) {
  const affiliate = await findAffiliate(tx, id);
  const coupon = await findCouponOfAffiliate(tx, id);
  if (!affiliate?.isAffiliate || !coupon) {
    throw notFound('Afiliado não encontrado. Ele pode ter sido excluído em outra janela.');
  }
  const { name, email, commissionHundredths: commissionRate, pendingCount, paidCount, reversedCount } = affiliate;
  const before = { name, email, commissionRate, couponCode: coupon.code, isActive: affiliate.isActive === 1 };
  return { before, coupon, saleCount: pendingCount + paidCount + reversedCount };
}

function couponOf(
  shop: Shop,
  affiliate: Pick<NewAffiliate, 'name' | 'couponCode' | 'commissionRate'> & { userId: string; isActive: boolean },
): NewCoupon {
  const now = shop.clock.now();
  const today = dayOf(now);
  return {
    id: newId(),
    code: affiliate.couponCode,
    name: affiliate.name,
    description: '',
    type: 'AFFILIATE',
    discountHundredths: affiliate.commissionRate,
    maxUses: null,
    used: 0,
    validFrom: today,
    validTo: yearsAfter(today, COUPON_YEARS),
    isActive: flag(affiliate.isActive),
    affiliateId: affiliate.userId,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    withdrawnAt: null,
  };
}

const COUPON_YEARS = 10;

function yearsAfter(day: string, years: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCFullYear(at.getUTCFullYear() + years);
  return at.toISOString().slice(0, 10);
}

function flag(isOn: boolean): Flag {
  return isOn ? 1 : 0;
}
