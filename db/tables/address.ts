import type { Flag } from './columns.ts';

/** What is known of a domain's certificate; it is read and served by its encrypted row. */
export type CertificateRow = {
  domain: string;
  /** The three are null until the first one. */
  startsAt: string | null;
  endsAt: string | null;
  storedAt: string | null;
  /** The staging authority has certified the domain, so that an order is likely to succeed. */
  isRehearsed: Flag;
  /** So many attempts failed since the last success. */
  failures: number;
  failedAt: string | null;
  /** It says in a sentence what the last attempt failed of. */
  problem: string | null;
  /** The shop tries no earlier by itself. */
  retryAt: string | null;
  /** The authority asked not to be asked before; the owner cannot shorten it. */
  heldUntil: string | null;
};

/** What the authority, or the shop itself, looks for at the domain; any process answers. */
export type ChallengeRow = {
  token: string;
  kind: 'http' | 'alpn';
  domain: string;
  response: string;
  expiresAt: string;
};
