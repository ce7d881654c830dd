import { findPartner, type PartnerFound } from '#db/queries/affiliates/partners.ts';
import { findApplication } from '#db/queries/partners/program.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import type { PartnerTokenRow } from '#db/tables/partners.ts';
import { partnerLink } from '#src/wire/affiliates/attribution.ts';
import { pixKeyText } from '#src/wire/payouts/pix-keys.ts';
import { findOpenToken } from '../access/mailed-links.ts';
import type { PartnerMail } from '../mail/content.ts';
import { addressMail } from '../mail/mail-address.ts';
import type { MailHandlers } from '../mail/mail-handlers.ts';
import type { Shop } from '../shop.ts';
import { tokenOf } from '../tokens.ts';

export const PARTNER_MAIL = {
  partner_link: { write: writeLink },
  partner_key: { write: writeKey },
  partner_key_wanted: { write: writeKeyWanted },
  partner_accepted: { write: writeAccepted },
  partner_refused: {
    write: writeRefused,
    isErased: async (db, { payload }) => (await findApplication(db, payload ?? '')) === undefined,
  },
} satisfies Partial<MailHandlers>;

type Of<Kind extends PartnerMail['kind']> = Extract<PartnerMail, { kind: Kind }>;
type LinkMail<Kind> = Of<'partner_link' | 'partner_key_wanted'> & { kind: Kind };

/** Nothing is said once the link has been used or is too old. */
async function writeLink(shop: Shop, mail: OutboxRow): Promise<LinkMail<'partner_link'> | undefined> {
  const found = await findOpen(shop, mail);
  if (!found) return undefined;
  const url = `${shop.settings.siteUrl}/parceiros/entrar?t=${tokenOf(shop, found.token.id)}`;
  return { kind: 'partner_link', ...addressMail(shop, mail, found.partner), url };
}

async function writeKey(shop: Shop, mail: OutboxRow): Promise<Of<'partner_key'> | undefined> {
  const found = await findOpen(shop, mail);
  if (!found?.token.pixKeyType || !found.token.pixKey) return undefined;
  const { id, pixKeyType, pixKey } = found.token;
  const url = `${shop.settings.siteUrl}/parceiros/chave?t=${tokenOf(shop, id)}`;
  const key = pixKeyText(pixKeyType, pixKey);
  return { kind: 'partner_key', ...addressMail(shop, mail, found.partner), url, key };
}

/** Nothing is said to whoever gave a key since. */
async function writeKeyWanted(shop: Shop, mail: OutboxRow): Promise<LinkMail<'partner_key_wanted'> | undefined> {
  const partner = await findPartner(shop.db, mail.payload?.split('.')[0] ?? '');
  if (!partner?.isAffiliate || partner.pixKey) return undefined;
  return { kind: 'partner_key_wanted', ...addressMail(shop, mail, partner), url: `${shop.settings.siteUrl}/parceiros` };
}

async function writeAccepted(shop: Shop, mail: OutboxRow): Promise<Of<'partner_accepted'> | undefined> {
  const partner = await findPartner(shop.db, mail.payload?.split('.')[0] ?? '');
  if (!partner?.isAffiliate || !partner.couponCode) return undefined;
  const { siteUrl } = shop.settings;
  return {
    kind: 'partner_accepted',
    ...addressMail(shop, mail, partner),
    url: `${siteUrl}/parceiros`,
    link: partnerLink(siteUrl, partner.couponCode),
    couponCode: partner.couponCode,
    rate: `${(partner.commissionHundredths / 100).toLocaleString('pt-BR')}%`,
  };
}

async function writeRefused(shop: Shop, mail: OutboxRow): Promise<Of<'partner_refused'> | undefined> {
  const application = await findApplication(shop.db, mail.payload ?? '');
  return application && { kind: 'partner_refused', ...addressMail(shop, mail, application) };
}

type Found = { token: PartnerTokenRow; partner: PartnerFound };

async function findOpen(shop: Shop, { payload }: OutboxRow): Promise<Found | undefined> {
  const token = await findOpenToken(shop, 'partner', payload);
  const partner = token?.affiliateId ? await findPartner(shop.db, token.affiliateId) : undefined;
  return token && partner?.isAffiliate ? { token, partner } : undefined;
}
