import { takeAttempt } from '#db/queries/attempts.ts';
import { findPurchaseOfCharge } from '#db/queries/purchases.ts';
import { deleteOldNotices, insertNotice, listDueNotices, updateNotice } from '#db/queries/webhook-inbox.ts';
import type { WebhookInboxRow } from '#db/tables.ts';
import type { Done } from '#src/wire/purchases.ts';
import { errorCode } from './error-code.ts';
import type { Notice, NoticeCall } from './pix.ts';
import { notFound, type Refusal, refusal } from './refusals.ts';
import { settlePayment } from './settlement.ts';
import type { Shop } from './shop.ts';

/**
 * Takes a call from the bank: judged, stored, thanked for. What it says is never believed; the worker asks the bank itself.
 */
export async function takeNotice(shop: Shop, provider: string | undefined, call: NoticeCall): Promise<Done> {
  if (provider !== shop.pix.name) throw unknownAddress();
  const reading = shop.pix.readNotice(call);
  if (reading.outcome === 'genuine') await store(shop, reading.notices);
  else if (reading.outcome !== 'ignored') {
    shop.log.warn({ provider, outcome: reading.outcome }, 'a notice was refused');
    throw REFUSALS[reading.outcome]();
  }
  return { success: true, message: 'Recebido.' };
}

/** Asks the bank about what the stored notices tell of. Answers how many were looked at. */
export async function workOffNotices(shop: Shop): Promise<number> {
  const now = shop.clock.now();
  const due = await listDueNotices(shop.db, now.toISOString(), BATCH);
  let failures = 0;
  for (const notice of due) if (!(await workOffOrLeave(shop, notice))) failures += 1;
  // Behind a full batch more may wait, a buyer's payment among them: not for the next round. After a failure a rest is due.
  if (due.length === BATCH && failures === 0) shop.events.publish('inbox');
  return due.length;
}

/** The bank repeats a notice for days, not for months. */
export async function forgetOldNotices(shop: Shop): Promise<void> {
  await deleteOldNotices(shop.db, new Date(shop.clock.now().getTime() - KEPT_MS).toISOString());
}

async function store(shop: Shop, notices: Notice[]): Promise<void> {
  const now = shop.clock.now().toISOString();
  const isNew = await shop.db.transaction().execute(async (tx) => {
    let stored = 0;
    for (const { dedup, subject } of notices) {
      const isFirst = await insertNotice(tx, {
        provider: shop.pix.name,
        dedup: `${shop.pix.name}|${dedup}`,
        resourceId: subject,
        // Nothing of the body is needed again, and it may name the payer.
        body: '',
        state: 'waiting',
        attempts: 0,
        nextAttemptAt: now,
        receivedAt: now,
      });
      if (isFirst) stored += 1;
    }
    return stored > 0;
  });
  if (isNew) shop.events.publish('inbox');
}

/** One that cannot be worked off comes again later, and keeps none of those behind it waiting. */
async function workOffOrLeave(shop: Shop, notice: WebhookInboxRow): Promise<boolean> {
  try {
    await workOff(shop, notice);
    return true;
  } catch (error) {
    shop.log.error({ notice: notice.id, code: errorCode(error) }, 'a notice could not be worked off and will be again');
    return false;
  }
}

/** A notice may be quicker than our own knowledge of the charge, and the bank may be away: then it is tried again. */
async function workOff(shop: Shop, notice: WebhookInboxRow): Promise<void> {
  const now = shop.clock.now();
  const nextAttemptAt = new Date(now.getTime() + pauseMs(notice.attempts)).toISOString();
  const isOurs = await takeAttempt(shop.db, 'webhookInbox', notice, nextAttemptAt);
  if (!isOurs) return;
  const purchase = await findPurchaseOfCharge(shop.db, notice.provider, notice.resourceId ?? '');
  const look = purchase ? await settlePayment(shop, purchase.id, 'webhook') : 'unknown';
  if (look !== 'unknown' && look !== 'unavailable') {
    return updateNotice(shop.db, notice.id, { state: 'done', lastError: null });
  }
  const isLast = notice.attempts + 1 >= MAXIMUM_ATTEMPTS;
  await updateNotice(shop.db, notice.id, { state: isLast ? 'given_up' : 'waiting', lastError: look });
}

/** 2 s, 4 s, 8 s … up to half an hour. */
function pauseMs(attempts: number): number {
  return Math.min(2_000 * 2 ** attempts, 30 * 60 * 1000);
}

const BATCH = 20;
const MAXIMUM_ATTEMPTS = 16;
const KEPT_MS = 60 * 24 * 60 * 60 * 1000;

const REFUSALS: Record<'forged' | 'unknown' | 'malformed', () => Refusal> = {
  forged: () => refusal('unauthenticated', 'bad_signature', 'A assinatura deste aviso não confere.'),
  unknown: unknownAddress,
  malformed: () => refusal('malformed', 'malformed_body', 'Não foi possível ler este aviso.'),
};

function unknownAddress(): Refusal {
  return notFound('Não há nada neste endereço.');
}
