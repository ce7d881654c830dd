export type Tickets = {
  /** Returns a JWS that the plugin checks without the shop. */
  sign(claims: TicketClaims): Promise<string>;
  hashFingerprint(fingerprint: string): string;
  /** Proves that the shop made this link. */
  sealLink(link: string): string;
};

/** `sub` is the key's id, `fp` the base64url of the fingerprint's SHA-256; times in Unix seconds. */
type TicketClaims = {
  iss: string;
  sub: string;
  pid: string;
  fp: string;
  kind?: 'trial';
  maj?: number;
  upd?: string;
  iat: number;
  exp: number;
};
