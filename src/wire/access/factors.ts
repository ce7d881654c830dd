/** What a person can prove with besides the password; `recovery` is one of the ten codes on paper. */
export type FactorKind = 'passkey' | 'code' | 'recovery';

/** What the shop asks for again before money, exports and keys to the shop; the password of those without a factor. */
export type ConfirmKind = FactorKind | 'password';

/** Ed25519, ECDSA with P-256 and RSA, by their numbers in COSE. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const;

/** As long as browsers keep a cookie. */
export const DEVICE_DAYS = 400;

export const MOST_PASSKEYS = 20;
export const RECOVERY_CODES = 10;

/** It is the challenge itself, in base64url; the browser signs it with a passkey. */
export type Challenge = { challengeId: string };

/** What the browser needs to make a passkey; what it holds already is left out. */
export type PasskeyBegun = Challenge & {
  domain: string;
  shopName: string;
  /** It is in base64url. */
  userHandle: string;
  email: string;
  name: string;
  known: string[];
};

export type CodeAppBegun = {
  /** It is for typing, where no camera reads the picture. */
  secret: string;
  address: string;
  /** It is a PNG in base64. */
  qrCodeBase64: string;
};

/** The codes are shown once: with the first factor, and when they are made anew. */
export type FactorAdded = { success: true; recoveryCodes: string[] | null };

export type OwnPasskey = {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  /** `elsewhere`: it was made while the shop had another domain. */
  state: 'works' | 'elsewhere' | 'cloned';
};

export type OwnFactors = {
  passkeys: OwnPasskey[];
  /** Since when; null without one. */
  codeAppSince: string | null;
  recoveryCodesLeft: number;
  /** Whoever was invited may have come in by a passkey alone. */
  hasPassword: boolean;
  /** It is null where that was before the trail began. */
  passwordChangedAt: string | null;
  /** No browser makes a passkey for an address that is a number. */
  canHavePasskeys: boolean;
  isRequired: boolean;
};

export function hasFactor({ passkeys, codeAppSince }: Pick<OwnFactors, 'passkeys' | 'codeAppSince'>): boolean {
  return passkeys.length > 0 || codeAppSince !== null;
}

export const CONFIRM_PATH = '/api/admin/account/confirm';
export const CONFIRM_CHALLENGE_PATH = '/api/admin/account/confirm/challenge';
export const IDENTITY_PATH = '/api/admin/account/identity';
export const OWN_FACTORS_PATH = '/api/admin/account/factors';
export const OWN_PASSKEYS_PATH = '/api/admin/account/passkeys';
export const CODE_APP_PATH = '/api/admin/account/code-app';
export const RECOVERY_CODES_PATH = '/api/admin/account/recovery-codes';

/** Where whoever is invited comes in without a password. */
export const INVITED_PATH = '/api/auth/invitation';

/** The page of the own account. */
export const OWN_ACCOUNT_ADDRESS = '/admin/conta';
/** Whoever must add a second factor sees nothing else of the back-office. */
export const MISSING_FACTOR_ADDRESS = '/admin/segundo-fator';
