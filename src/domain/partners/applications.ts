import { findPartnerByEmail } from '#db/queries/affiliates/partners.ts';
import {
  decideApplication,
  deleteDecidedApplications,
  findApplication,
  listWaitingApplications,
  upsertApplication,
} from '#db/queries/partners/program.ts';
import { inTransaction } from '#db/transactions.ts';
import type { Affiliate } from '#src/wire/affiliates/affiliates.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import {
  type AcceptApplication,
  PARTNER_TEXTS,
  type PartnerApplication,
  type PartnerSignUp,
} from '#src/wire/partners/partners.ts';
import type { Done } from '#src/wire/purchases/purchases.ts';
import { createAffiliate } from '../affiliates/affiliates.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { newId } from '../ids.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { conflict, unknownAddress } from '../refusals.ts';
import type { Shop } from '../shop.ts';

/** Answers the same whoever has the address already. */
export async function signUpPartner(shop: Shop, wanted: PartnerSignUp, clientNetwork: string): Promise<Done> {
  if (shop.settings.partnerSignUps !== 'on') throw unknownAddress();
  await takeOrRefuse(shop, 'partnerSignUps', clientNetwork);
  const isKnown = (await findPartnerByEmail(shop.db, wanted.email)) !== undefined;
  if (!isKnown) {
    await upsertApplication(shop.db, { ...wanted, id: newId(), createdAt: shop.clock.now().toISOString() });
  }
  return { success: true, message: PARTNER_TEXTS.signedUp };
}

export async function listApplications({ db }: Shop): Promise<PartnerApplication[]> {
  const waiting = await listWaitingApplications(db);
  return waiting.map(({ id, name, email, plan, createdAt }) => ({ id, name, email, plan, createdAt }));
}

/** The new affiliate enters by mailed link, so nobody ever knows the password that the account has. */
export async function acceptApplication(
  shop: Shop,
  actor: Actor,
  id: string,
  terms: AcceptApplication,
): Promise<Affiliate> {
  const application = await findApplication(shop.db, id);
  if (application?.state !== 'waiting') throw alreadyDecided();
  const { name, email } = application;
  const account = { ...terms, name, email, password: `${newId()}${newId()}`, isAffiliate: true } as const;
  return createAffiliate(shop, actor, account, async (tx, userId) => {
    const now = shop.clock.now().toISOString();
    if (!(await decideApplication(tx, id, 'accepted', now))) throw alreadyDecided();
    await recordChange(tx, shop, actor, { action: 'affiliate.accept_application', entityId: userId });
    await queueMail(tx, shop, { kind: 'partner_accepted', payload: `${userId}.${id}` });
  });
}

export async function refuseApplication(shop: Shop, actor: Actor, id: string): Promise<void> {
  return inTransaction(shop.db, async (tx) => {
    if (!(await decideApplication(tx, id, 'refused', shop.clock.now().toISOString()))) throw alreadyDecided();
    await recordChange(tx, shop, actor, { action: 'affiliate.refuse_application', entityId: id });
    await queueMail(tx, shop, { kind: 'partner_refused', payload: id });
  });
}

export async function forgetDecidedApplications({ db, clock }: Shop): Promise<void> {
  await deleteDecidedApplications(db, new Date(clock.now().getTime() - APPLICATION_KEPT_MS).toISOString());
}

const APPLICATION_KEPT_MS = 30 * DAY_MS;

function alreadyDecided() {
  return conflict('already_decided', 'Este pedido já foi respondido.');
}
