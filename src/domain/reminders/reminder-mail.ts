import { findPurchase } from '#db/queries/purchases/purchases.ts';
import { findReminder, markReminderSent, postponeReminder, skipReminder } from '#db/queries/reminders/reminders.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { ReminderRow } from '#db/tables/reminders.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow } from '#db/transactions.ts';
import { dayOf, formatDayTime } from '#src/wire/basics/dates.ts';
import { firstNameOf } from '#src/wire/basics/first-name.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { namesOf } from '#src/wire/purchases/items.ts';
import { fillWords, type RecoverySettings } from '#src/wire/reminders/recovery.ts';
import { REMINDER_STEPS, type ReminderStep, untilText } from '#src/wire/reminders/reminders.ts';
import type { ReminderMail } from '../mail/content.ts';
import { addressMail } from '../mail/mail-address.ts';
import type { MailHandlers } from '../mail/mail-handlers.ts';
import { withItsItems } from '../purchases/purchase-items.ts';
import { readRecovery } from '../purchases/recovery-settings.ts';
import type { Shop } from '../shop.ts';
import { queueAskedMail } from './ask-reminder.ts';
import { decideReminder } from './decide-reminder.ts';
import { declineRemindersUrl } from './decline-reminders.ts';
import { type ReminderPayload, readPayload } from './reminder-payload.ts';
import { readSituation } from './reminder-situation.ts';
import type { RetakeQuote } from './retake-quote.ts';
import { retakeToken } from './retake-token.ts';

export const REMINDER_MAIL = {
  reminder: { write: writeReminder, afterSent: noteSent },
} satisfies Partial<MailHandlers>;

/** Judges again: since it was queued the buyer may have paid, declined or been erased. */
async function writeReminder(shop: Shop, mail: OutboxRow): Promise<ReminderMail | undefined> {
  const step = stepOf(mail);
  if (mail.purchaseId === null || step === null) return undefined;
  const judged = await judgeAgain(shop, mail.purchaseId, step, readPayload(mail));
  if (!judged) return undefined;
  const { purchase, reminder, recovery, quote } = judged;
  if (purchase.customerEmail === null) return undefined;
  const name = purchase.customerName ?? '';
  const product = namesOf(await withItsItems(shop.db, purchase));
  const facts = step === 1 ? ofOpenPix(shop, purchase) : ofNewPix(shop, reminder, quote);
  const values = { nome: firstNameOf(name), produto: product, valor: facts.amount, validade: facts.until };
  const words = recovery.steps[step - 1] ?? recovery.steps[0];
  return {
    kind: 'reminder',
    ...addressMail(shop, mail, { name, email: purchase.customerEmail }),
    step,
    subject: fillWords(words.subject, values),
    body: fillWords(words.body, values),
    productName: product,
    ...facts,
    url: `${shop.settings.siteUrl}/retomar/${retakeToken(shop, reminder)}`,
    unsubscribeUrl: await declineRemindersUrl(shop, purchase.id),
  };
}

function stepOf(mail: OutboxRow): ReminderStep | null {
  const { step } = readPayload(mail);
  return REMINDER_STEPS.find((known) => known === step) ?? null;
}

type Judged = {
  purchase: PurchaseRow;
  reminder: ReminderRow;
  recovery: RecoverySettings;
  quote: RetakeQuote | null;
};

function judgeAgain(
  shop: Shop,
  purchaseId: string,
  step: ReminderStep,
  payload: ReminderPayload,
): Promise<Judged | undefined> {
  const isAsked = payload.isAsked === true;
  return inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'purchases', purchaseId);
    const [purchase, reminder] = [await findPurchase(tx, purchaseId), await findReminder(tx, purchaseId, step)];
    if (!purchase || reminder?.state !== 'waiting' || reminder.queuedAt === null) return undefined;
    // Another mail took its place since.
    if (payload.dueAt !== reminder.dueAt) return undefined;
    const recovery = await readRecovery(tx);
    const { situation, quote } = await readSituation(tx, shop, { purchase, step, recovery, isAsked });
    const decision = decideReminder(situation, shop.clock.now());
    if (decision.act === 'send') return { purchase, reminder, recovery, quote };
    if (decision.act === 'skip') await skipReminder(tx, reminder, decision.reason);
    else await putOff(tx, shop, reminder, { until: decision.until, isAsked });
    return undefined;
  });
}

/** A reminder that the owner asked for stays so, even where reminders are turned off. */
async function putOff(
  tx: Queryable,
  shop: Shop,
  reminder: ReminderRow,
  { until, isAsked }: { until: Date; isAsked: boolean },
): Promise<void> {
  const dueAt = until.toISOString();
  await postponeReminder(tx, reminder, dueAt, isAsked ? reminder.queuedAt : null);
  if (isAsked) await queueAskedMail(tx, shop, { ...reminder, dueAt, from: until });
}

async function noteSent(tx: Queryable, mail: OutboxRow, sentAt: string): Promise<void> {
  const step = stepOf(mail);
  if (mail.purchaseId && step) await markReminderSent(tx, { purchaseId: mail.purchaseId, step }, sentAt);
}

type Facts = Pick<ReminderMail, 'amount' | 'couponCode' | 'until' | 'untilLong' | 'pixCopyPaste'>;

function ofOpenPix({ clock }: Shop, { totalCents, couponCode, expiresAt, pixCopyPaste }: PurchaseRow): Facts {
  const untilLong = formatDayTime(expiresAt);
  const [day, time] = [untilText(dayOf(new Date(expiresAt)), clock.now()), untilLong.slice(-5)];
  const until = day === 'hoje' ? time : `${day} às ${time}`;
  return { amount: formatCents(totalCents), couponCode, until, untilLong, pixCopyPaste };
}

function ofNewPix({ clock }: Shop, { linkExpiresAt }: ReminderRow, quote: RetakeQuote | null): Facts {
  const now = clock.now();
  const lastDayOfLink = dayOf(linkExpiresAt ? new Date(linkExpiresAt) : now);
  const lastDayOfCoupon = quote?.coupon?.validTo ?? lastDayOfLink;
  const last = lastDayOfCoupon < lastDayOfLink ? lastDayOfCoupon : lastDayOfLink;
  return {
    amount: formatCents(quote?.price.totalCents ?? 0),
    couponCode: quote?.coupon?.code ?? null,
    until: untilText(last, now),
    untilLong: last.split('-').toReversed().join('/'),
    pixCopyPaste: null,
  };
}
