import type { Role } from '#src/wire/access/roles.ts';
import type { Flag, Plain } from './columns.ts';

export type UserOrders = Plain<'nameOrder' | 'words'>;

export type UserRow = {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  isAdmin: Flag;
  /** It is null for whoever is not of the back-office. */
  role: Role | null;
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
  /** The shop asks everybody for a second factor, and its person has none: it opens nothing but the way to one. */
  isFactorMissing: Flag;
};

/** What a person's device proves itself by; it works at the domain for which it was made. */
export type PasskeyRow = {
  /** It is the credential's, in base64url. */
  id: string;
  userId: string;
  domain: string;
  name: string;
  /** It is in base64url. */
  publicKey: string;
  /** Of how often it signed; 0 for those that do not count. */
  counter: number;
  createdAt: string;
  lastUsedAt: string | null;
  /** It counted backwards then, as a copy does, and opens nothing since. */
  clonedAt: string | null;
};

export type CodeAppRow = {
  userId: string;
  /** It is encrypted. */
  secret: string;
  createdAt: string;
  /** It counts once one of its codes was typed. */
  confirmedAt: string | null;
  /** Codes of this step of 30 seconds, and of those before it, were used. */
  lastStep: number;
};

export type RecoveryCodeRow = { userId: string; hash: string; usedAt: string | null };

export type ChallengePurpose = 'passkey' | 'second_factor' | 'confirm' | 'add_passkey';

/** Who signs in by a passkey alone is not known yet. */
export type SignInChallengeRow = {
  hash: string;
  purpose: ChallengePurpose;
  userId: string | null;
  expiresAt: string;
};

export type KnownDeviceRow = { userId: string; hash: string; seenAt: string };

export type AccountAlertKind =
  | 'new_device'
  | 'wrong_codes'
  | 'cloned_passkey'
  | 'factor_added'
  | 'factor_removed'
  | 'new_password';

/** What a person is told by mail of the own account; its link works once. */
export type AccountAlertRow = {
  id: string;
  userId: string;
  kind: AccountAlertKind;
  /** It names the device, or the factor. */
  detail: string;
  tokenHash: string;
  createdAt: string;
  usedAt: string | null;
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

/** `endedAt` says when it was accepted, withdrawn or sent anew; one of an address is open at most. */
export type InvitationRow = {
  id: string;
  email: string;
  role: Role;
  tokenHash: string;
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
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
