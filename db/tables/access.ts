import type { Flag, Plain } from './columns.ts';

export type UserOrders = Plain<'nameOrder' | 'words'>;

export type UserRow = {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  isAdmin: Flag;
  /** It is 0 for a closed account, whose sales stay. */
  isAffiliate: Flag;
  isActive: Flag;
  createdAt: string;
};

/** The names are those of Lucia's adapter; `id` is the hash of the cookie's token. */
export type SessionRow = {
  id: string;
  user_id: string;
  /** Both are in Unix seconds. */
  expires_at: number;
  created_at: number;
  /** The gates are comma-separated. */
  gates: string;
  /** The words are as `Chrome no Windows`; null for a session that is older than this column. */
  device: string | null;
  /** It is in Unix seconds, and within minutes of the last call. */
  seen_at: number | null;
  /** It is in Unix seconds: when the password was last typed again; signing in counts, too. */
  confirmedAt: number | null;
};

/** The audit does not have them yet; `account` may be `unknown`. */
export type RefusedSignInsRow = { account: string; since: string; attempts: number };

/** `endedAt` says when the change ended, and with it the link that stops it. */
export type AdminEmailChangeRow = {
  id: string;
  userId: string;
  formerEmail: string;
  newEmail: string;
  confirmHash: string;
  stopHash: string;
  askedAt: string;
  confirmedAt: string | null;
  endedAt: string | null;
};

export type SecretRow = { name: string; hash: string };

/** `value` is encrypted and bound to its name. */
export type EncryptedSettingRow = { name: string; value: string; updatedAt: string; updatedBy: string };

export type ApiTokenRow = {
  id: string;
  name: string;
  /** Searches read it. */
  words: string;
  /** The first letters of the token, by which its owner knows it. */
  prefix: string;
  hash: string;
  /** It is a JSON array. */
  scopes: string;
  createdBy: string;
  createdAt: string;
  expiresAt: string | null;
  /** It is within a minute of the last call. */
  lastUsedAt: string | null;
  revokedAt: string | null;
};

/** A call that a key names: without a status it goes on, or was cut off; with one and no body, an erasure took its response. */
export type IdempotentCallRow = {
  tokenId: string;
  keyHash: string;
  requestHash: string;
  createdAt: string;
  status: number | null;
  body: string | null;
};
