import { endTokensOf, takeToken } from '#db/queries/access/mailed-links.ts';
import { findPartner, updatePartner } from '#db/queries/affiliates/partners.ts';
import { inTransaction } from '#db/transactions.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import { KEY_HOLD_HOURS, PARTNER_TEXTS } from '#src/wire/partners/partners.ts';
import type { ChangePixKey } from '#src/wire/payouts/pix-keys.ts';
import type { Done } from '#src/wire/purchases/purchases.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { newId } from '../ids.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { conflict, notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { hashOfToken } from '../tokens.ts';
import { createPartnerToken, invalidPartnerLink, type SignedInPartner } from './partner-access.ts';

/** Nothing changes before the mailbox has confirmed it. */
export async function requestPixKey(
  shop: Shop,
  { id }: Pick<SignedInPartner, 'id'>,
  { type, key }: ChangePixKey,
): Promise<Done> {
  await takeOrRefuse(shop, 'pixKeyChanges', id);
  const now = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    await endTokensOf(tx, 'partner', { ownerId: id, purpose: 'pix_key', now });
    const wanted = { affiliateId: id, purpose: 'pix_key', pixKeyType: type, pixKey: key } as const;
    const payload = await createPartnerToken(tx, shop, wanted);
    await queueMail(tx, shop, { kind: 'partner_key', payload });
  });
  return { success: true, message: PARTNER_TEXTS.keyAsked };
}

/** The first key is paid to at once; another one waits, in case somebody else has the mailbox. */
export async function confirmPixKey(shop: Shop, token: string, clientNetwork: string): Promise<void> {
  await takeOrRefuse(shop, 'buyerSignIns', clientNetwork);
  const now = shop.clock.now();
  const isConfirmed = await inTransaction(shop.db, async (tx) => {
    const tokenHash = hashOfToken(token);
    const used = await takeToken(tx, 'partner', { tokenHash, purpose: 'pix_key', now: now.toISOString() });
    if (!used?.affiliateId || !used.pixKeyType || !used.pixKey) return false;
    const before = await findPartner(tx, used.affiliateId);
    if (!before?.isAffiliate) return false;
    const isChange = before.pixKey !== null && before.pixKey !== used.pixKey;
    const heldUntil = new Date(now.getTime() + KEY_HOLD_HOURS * HOUR_MS).toISOString();
    await updatePartner(tx, used.affiliateId, {
      pixKeyType: used.pixKeyType,
      pixKey: used.pixKey,
      pixKeyHeldUntil: isChange ? heldUntil : before.pixKeyHeldUntil,
    });
    return true;
  });
  if (!isConfirmed) throw invalidPartnerLink();
}

/** The owner asks, since nothing can be paid without it. */
export async function askForPixKey(shop: Shop, actor: Actor, id: string): Promise<Done> {
  const partner = await findPartner(shop.db, id);
  if (!partner?.isAffiliate) throw notFound('Afiliado não encontrado.');
  if (partner.pixKey) throw conflict('has_pix_key', `${partner.name} já informou a chave Pix.`);
  await inTransaction(shop.db, async (tx) => {
    await queueMail(tx, shop, { kind: 'partner_key_wanted', payload: `${id}.${newId()}` });
    await recordChange(tx, shop, actor, { action: 'affiliate.ask_pix_key', entityId: id });
  });
  return { success: true, message: `Pedimos a chave Pix a ${partner.name} por e-mail.` };
}
