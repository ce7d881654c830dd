/** `id` makes token and code, together with a secret of the shop. */
export type BuyerTokenRow = {
  id: string;
  /** It is null where nobody buys with the address that asked. */
  customerId: string | null;
  purpose: 'sign_in' | 'new_email' | 'stop_email';
  tokenHash: string;
  codeHash: string | null;
  newEmail: string | null;
  formerEmail: string | null;
  expiresAt: string;
  tries: number;
  usedAt: string | null;
};

/** A purchase that had the former address when the new one was confirmed; the token is that of the link that stops the change. */
export type MovedPurchaseRow = { tokenId: string; purchaseId: string };

/** The one code of a purchase that opens it on another device; `nameHash` is of its first half. */
export type OpeningCodeRow = {
  purchaseId: string;
  nameHash: string;
  codeHash: string;
  expiresAt: string;
  tries: number;
  usedAt: string | null;
};

/** `id` is the hash of the cookie's token. */
export type BuyerSessionRow = { id: string; customerId: string; createdAt: string; expiresAt: string };
