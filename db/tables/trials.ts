/** A mailbox may try a product once. It has no key until the link of its mail was used. */
export type TrialRow = {
  /** Its key keeps it as its own id when it is sold. */
  id: string;
  productId: string;
  /** It outlives the address, so that nobody tries twice. */
  mailboxHash: string;
  /** Null once it is forgotten. */
  email: string | null;
  tokenHash: string;
  linkExpiresAt: string;
  createdAt: string;
  confirmedAt: string | null;
  endsAt: string | null;
  key: string | null;
  /** The one computer on which the key is active; it may not try the product again. */
  fingerprintHash: string | null;
  machineName: string | null;
  activatedAt: string | null;
  /** Its key is that of this sale. */
  itemId: string | null;
  noticesDeclinedAt: string | null;
  endingToldAt: string | null;
  endedToldAt: string | null;
};
