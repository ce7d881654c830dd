import { findCouponById, listCoupons } from '#db/queries/coupons/coupons.ts';
import { allRows } from '#db/queries/lists/paging.ts';
import { countRemindersSince, sumRecoveredSince } from '#db/queries/reminders/reminders.ts';
import { upsertSetting } from '#db/queries/upkeep/settings.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import {
  FIGURE_DAYS,
  RECOVERY_TEXTS,
  type Recovery,
  type RecoveryFigures,
  type RecoverySettings,
  type SaveRecovery,
} from '#src/wire/reminders/recovery.ts';
import { type Actor, changesBetween, recordChange } from '../audit/audit.ts';
import { whyNotUsable } from '../coupons/validate-coupon.ts';
import { CATALOG_CHANGED, publishAfterCommit, SETTINGS_CHANGED } from '../events.ts';
import { RECOVERY_KEY, readStoredRecovery } from '../purchases/recovery-settings.ts';
import { conflict, invalid } from '../refusals.ts';
import type { Shop } from '../shop.ts';

export async function showRecovery(shop: Shop): Promise<Recovery> {
  const [{ settings, updatedAt }, figures, coupons] = await Promise.all([
    readStoredRecovery(shop.db),
    showFigures(shop),
    listUsableCoupons(shop),
  ]);
  return { ...settings, figures, coupons, updatedAt };
}

/** Refuses what another administrator saved since the form was opened. */
export async function saveRecovery(
  shop: Shop,
  actor: Actor,
  { updatedAt: openedAt, ...wanted }: SaveRecovery,
): Promise<Recovery> {
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, 'settings');
    const { settings, updatedAt } = await readStoredRecovery(tx);
    if (updatedAt !== openedAt) throw conflict('outdated', RECOVERY_TEXTS.outdated);
    if (wanted.steps[2].isOn) await assertUsable(tx, shop, wanted.couponId);
    const changes = changesBetween(flat(settings), flat(wanted));
    if (Object.keys(changes).length === 0) return;
    const now = shop.clock.now().toISOString();
    await upsertSetting(tx, { key: RECOVERY_KEY, value: JSON.stringify(wanted), updatedAt: now, updatedBy: actor.id });
    await recordChange(tx, shop, actor, {
      action: 'settings.recovery',
      entityId: RECOVERY_KEY,
      changes,
    });
    // The checkout's form shows the field of WhatsApp, or not, in every process.
    publishAfterCommit(tx, shop, CATALOG_CHANGED, SETTINGS_CHANGED);
  });
  return showRecovery(shop);
}

async function assertUsable(tx: Queryable, shop: Shop, couponId: string | null): Promise<void> {
  const coupon = couponId === null ? undefined : await findCouponById(tx, couponId);
  if (whyNotUsable(coupon, dayOf(shop.clock.now())) === null) return;
  throw invalid('couponId', RECOVERY_TEXTS.couponGone);
}

/** `subject2` is the subject of the second step. */
function flat({ steps, isOn, couponId, asksWhatsapp }: RecoverySettings): Record<string, unknown> {
  const ofSteps = steps.flatMap((choice, at) =>
    Object.entries(choice).map(([name, value]) => [`${name}${at + 1}`, value]),
  );
  return { isOn, couponId, asksWhatsapp, ...Object.fromEntries(ofSteps) };
}

async function showFigures({ db, clock }: Shop): Promise<RecoveryFigures> {
  const since = new Date(clock.now().getTime() - FIGURE_DAYS * DAY_MS).toISOString();
  const [reminders, { sales, cents }] = await Promise.all([
    countRemindersSince(db, since),
    sumRecoveredSince(db, since),
  ]);
  return { days: FIGURE_DAYS, reminders, sales, revenue: formatCents(cents) };
}

async function listUsableCoupons({ db, clock }: Shop): Promise<Recovery['coupons']> {
  const rows = await listCoupons(db, { q: '', isActive: true }, 'code', allRows('asc'));
  const today = dayOf(clock.now());
  return rows
    .filter(
      ({ validFrom, validTo, maxUses, used }) =>
        validFrom <= today && today <= validTo && (maxUses === null || used < maxUses),
    )
    .map(({ id, code, type, discountHundredths }) => ({ id, code, type, discount: discountHundredths / 100 }));
}
