import type { PixKeyType } from '#src/wire/payouts/pix-keys.ts';

/** `id` makes the token, together with a secret of the shop. */
export type PartnerTokenRow = {
  id: string;
  /** It is null where no partner has the address that asked. */
  affiliateId: string | null;
  purpose: 'sign_in' | 'pix_key';
  tokenHash: string;
  /** The key that the link confirms. */
  pixKeyType: PixKeyType | null;
  pixKey: string | null;
  expiresAt: string;
  usedAt: string | null;
};

/** `id` is the hash of the cookie's token. */
export type PartnerSessionRow = { id: string; affiliateId: string; expiresAt: string };

export type PartnerTermsRow = { version: number; text: string; createdAt: string };

/** `content` is the address of the picture, or the text. */
export type PartnerMaterialRow = {
  id: string;
  kind: 'picture' | 'text';
  title: string;
  content: string;
  createdAt: string;
};

export type PartnerApplicationRow = {
  id: string;
  email: string;
  name: string;
  plan: string;
  state: 'waiting' | 'accepted' | 'refused';
  createdAt: string;
  decidedAt: string | null;
};
