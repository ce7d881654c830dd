import { isAddressMarked } from '#db/queries/customers/bounces.ts';
import { findTrial, type Trial } from '#db/queries/trials/trials.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import type { Queryable } from '#db/tables.ts';
import type { TrialKeyMail, TrialLinkMail, TrialNotice } from '../mail/content.ts';
import { addressMail } from '../mail/mail-address.ts';
import type { MailHandlers } from '../mail/mail-handlers.ts';
import { isRefusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { tokenOf } from '../tokens.ts';
import { showTrialOffer } from './ask-trial.ts';
import { toShownTrial } from './show-trial.ts';
import { declineUrl } from './trial-notices.ts';

export const TRIAL_MAIL = {
  trial_link: { write: writeLink, isErased },
  trial_key: { write: writeKey, isErased },
  trial_ending: { write: (shop, mail) => writeNotice(shop, mail, 'trial_ending'), isErased },
  trial_ended: { write: (shop, mail) => writeNotice(shop, mail, 'trial_ended'), isErased },
} satisfies Partial<MailHandlers>;

/** Nothing is said once another link was asked for, or the trial began. */
async function writeLink(shop: Shop, mail: OutboxRow): Promise<TrialLinkMail | undefined> {
  const trial = await findAddressed(shop.db, mail);
  if (!trial) return undefined;
  const token = tokenOf(shop, mail.payload?.split('.')[1] ?? '');
  const offer = await showTrialOffer(shop, token).catch(nothingWhereRefused);
  if (!offer) return undefined;
  return {
    kind: 'trial_link',
    ...addressMail(shop, mail, { name: null, email: trial.email }),
    ...offer,
    url: `${shop.settings.siteUrl}/testar/${token}`,
  };
}

function nothingWhereRefused(error: unknown): undefined {
  if (!isRefusal(error)) throw error;
}

async function writeKey(shop: Shop, mail: OutboxRow): Promise<TrialKeyMail | undefined> {
  const trial = await findAddressed(shop.db, mail);
  if (!trial?.key) return undefined;
  const to = { name: null, email: trial.email };
  return { kind: 'trial_key', ...addressMail(shop, mail, to), ...(await toShownTrial(shop, trial)) };
}

/** Nothing is said to whoever bought or declined since, nor where mail comes back. */
async function writeNotice(shop: Shop, mail: OutboxRow, kind: TrialNotice['kind']): Promise<TrialNotice | undefined> {
  const trial = await findAddressed(shop.db, mail);
  if (!trial || trial.noticesDeclinedAt !== null || (await isAddressMarked(shop.db, trial.email))) return undefined;
  const shown = await toShownTrial(shop, trial);
  if (shown.state !== (kind === 'trial_ending' ? 'running' : 'ended')) return undefined;
  const to = { name: null, email: trial.email };
  return { kind, ...addressMail(shop, mail, to), ...shown, unsubscribeUrl: await declineUrl(shop, trial.id) };
}

async function findAddressed(db: Queryable, { payload }: OutboxRow): Promise<(Trial & { email: string }) | undefined> {
  const trial = await findTrial(db, payload?.split('.')[0] ?? '');
  return trial && trial.email !== null ? { ...trial, email: trial.email } : undefined;
}

async function isErased(db: Queryable, mail: OutboxRow): Promise<boolean> {
  return (await findAddressed(db, mail)) === undefined;
}
