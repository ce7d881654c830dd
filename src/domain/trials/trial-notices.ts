import {
  declineTrialNotices,
  deleteUnusedTrials,
  findTrial,
  forgetAddresses,
  takeTrialsToTell,
} from '#db/queries/trials/trials.ts';
import { inTransaction } from '#db/transactions.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { readSignedToken, signedToken } from '../mail/signed-links.ts';
import type { Shop } from '../shop.ts';

/** Tells whoever tries once three days before the end, and once at it. */
export async function queueTrialNotices(shop: Shop): Promise<void> {
  const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * DAY_MS).toISOString();
  const now = inDays(0);
  // Who begins such a short trial knows its end.
  const ending = { endsAfter: now, endsBy: inDays(ENDING_DAYS), begunBefore: inDays(-1), now };
  await tell(shop, 'trial_ending', 'endingToldAt', ending);
  // A shop that was closed meanwhile tells of no end that is long past.
  const ended = { endsAfter: inDays(-ENDING_DAYS), endsBy: now, begunBefore: now, now };
  await tell(shop, 'trial_ended', 'endedToldAt', ended);
}

/** A link that was not used goes with its address; the address of a trial that ended, later. */
export async function forgetOldTrials({ db, clock }: Shop): Promise<void> {
  const now = clock.now();
  await deleteUnusedTrials(db, now.toISOString());
  await forgetAddresses(db, new Date(now.getTime() - ADDRESS_DAYS * DAY_MS).toISOString());
}

export async function declineUrl(shop: Pick<Shop, 'db' | 'settings'>, id: string): Promise<string> {
  return `${shop.settings.siteUrl}/testar/avisos/${await signedToken(shop, id, TRIAL_NOTICES)}`;
}

export async function declineNotices(shop: Shop, token: string): Promise<boolean> {
  const id = await readSignedToken(shop, token, TRIAL_NOTICES);
  if (id === null || !(await findTrial(shop.db, id))) return false;
  await declineTrialNotices(shop.db, id, shop.clock.now().toISOString());
  return true;
}

/** What the links that decline them are signed for. */
export const TRIAL_NOTICES = 'trial notices';
const ENDING_DAYS = 3;
const ADDRESS_DAYS = 30;

type Due = Omit<Parameters<typeof takeTrialsToTell>[2], 'limit'>;

async function tell(
  shop: Shop,
  kind: 'trial_ending' | 'trial_ended',
  told: 'endingToldAt' | 'endedToldAt',
  due: Due,
): Promise<void> {
  let taken = BATCH;
  while (taken === BATCH) {
    taken = await inTransaction(shop.db, async (tx) => {
      const ids = await takeTrialsToTell(tx, told, { ...due, limit: BATCH });
      for (const id of ids) await queueMail(tx, shop, { kind, payload: id });
      return ids.length;
    });
  }
}

const BATCH = 200;
