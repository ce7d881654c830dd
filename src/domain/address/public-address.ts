import type { AddressSource, AuthorityName } from '#src/wire/address/address.ts';

/** What a process opens to be found at a domain of its own. */
export type PublicAddress = {
  source: AddressSource;
  /** That of the environment. */
  givenDomain: string | null;
  /** Where the shop answers without a domain. */
  plainUrl: string;
  /** The sandbox may be the bank of an https address without having been chosen. */
  allowsSandbox: boolean;
  authority: CertificateAuthority;
  network: PublicNetwork;
  listeners: PublicListeners;
};

export type Challenge = { token: string; kind: ChallengeKind; response: string };
/** By http at port 80, or by a handshake at port 443. */
export type ChallengeKind = 'http' | 'alpn';

/** The key is in PEM; without a url the authority does not know it yet. */
export type AuthorityAccount = { key: string; url: string | null };

export type CertificateOrder = {
  domain: string;
  /** The authority keeps it for its notices. */
  email: string | null;
  account: AuthorityAccount;
  /** It was made with the key of `account`. */
  registered(url: string): Promise<void>;
  /** The staging authority's certificates are trusted by nobody, and cost no quota. */
  isRehearsal: boolean;
  challenge: ChallengeKind;
  /** Resolves when every process of the shop can answer it. */
  show(challenge: Challenge): Promise<void>;
};

/** In PEM; the chain begins with the domain's own. */
export type Certificate = { key: string; chain: string };

export type OrderOutcome =
  | { state: 'ordered'; certificate: Certificate; startsAt: Date; endsAt: Date }
  /** `reason` is the authority's own words, without names of ours; `heldMs` is how long it wants to be left alone. */
  | { state: 'refused'; reason: OrderRefusal; detail: string; heldMs: number | null };
export type OrderRefusal = 'unreachable' | 'limited' | 'account' | 'binding' | 'challenge' | 'other';

export type CertificateAuthority = AuthorityName & {
  directory: string;
  /** It is null where the authority has none. */
  staging: string | null;
  /** Null where it answers; otherwise a code. */
  reach(): Promise<string | null>;
  order(order: CertificateOrder): Promise<OrderOutcome>;
};

export type PublicNetwork = {
  /** The domain's IPv4 and IPv6 addresses; none where it has none. Rejects where DNS is silent. */
  lookUp(domain: string): Promise<string[]>;
  /** Those of this machine that others may reach. */
  ownAddresses(): string[];
  /** Reads what the domain says at a path of challenges; null where nobody says anything readable. */
  readChallenge(domain: string, token: string): Promise<string | null>;
  /** The handshake of the domain shows this response. */
  showsChallenge(domain: string, response: string): Promise<boolean>;
};

/** `code` is null where the port is open. */
export type PortState = { name: 'https' | 'http'; port: number; code: string | null };

export type PublicListeners = {
  ports: { https: number; http: number };
  /** Opens what is not open yet. */
  open(): Promise<PortState[]>;
  close(): Promise<void>;
  /** Reads certificates and challenges again. */
  refresh(): Promise<void>;
};
