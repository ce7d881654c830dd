import type { ErrorCode } from '#src/wire/api/error-codes.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import { refusal } from './refusals.ts';

export type Limits = {
  /** Returns the seconds to wait, or null when allowed. A call costs one point unless said. */
  take(name: LimitName, key: string, cost?: number): Promise<number | null>;
  peek(name: LimitName, key: string): Promise<number | null>;
  /** Gives back a point, for an attempt that turned out not to be a failure. */
  release(name: LimitName, key: string): Promise<void>;
  forget(name: LimitName, key: string): Promise<void>;
  pause(name: LimitName, key: string, forMs: number): Promise<void>;
};

export type LimitName = keyof typeof ALLOWANCES;

/** Counts by key, from its first point on for as long as the allowance says. */
export type Allowance = { points: number; durationMs: number };

type TooMany = { code?: ErrorCode; sentence?: string | ((waitSeconds: number) => string); cost?: number };

/** The key is who or what is counted: a network, a purchase, an administrator. */
export async function takeOrRefuse(
  { limits }: { limits: Limits },
  name: LimitName,
  key: string,
  tooMany: TooMany = {},
): Promise<void> {
  refuseFor(await limits.take(name, key, tooMany.cost), tooMany);
}

/** Null lets everybody pass. */
export function refuseFor(waitSeconds: number | null, { code = 'too_many', sentence = TRY_LATER }: TooMany = {}): void {
  if (waitSeconds === null) return;
  const text = typeof sentence === 'string' ? sentence : sentence(waitSeconds);
  throw refusal('too_many', code, text, { retryAfterSeconds: waitSeconds });
}

/** Writes `1 minuto`, rounded up. */
export function minutesText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`;
}

export const TRY_LATER = 'Houve tentativas demais. Espere um pouco e tente de novo.';

/** All calls of a key share so many in ten minutes. */
export const KEY_POINTS = 60_000;

export const ALLOWANCES = {
  tokenCalls: { points: 600, durationMs: MINUTE_MS },
  login: { points: 8, durationMs: 10 * MINUTE_MS },
  loginByAddress: { points: 300, durationMs: 10 * MINUTE_MS },
  installationLinks: { points: 30, durationMs: 10 * MINUTE_MS },
  outsideTokens: { points: 30, durationMs: 10 * MINUTE_MS },
  passkeyChallenges: { points: 60, durationMs: 10 * MINUTE_MS },
  secondFactors: { points: 60, durationMs: 10 * MINUTE_MS },
  // Wrong codes alone count, of one person.
  factorCodes: { points: 5, durationMs: 15 * MINUTE_MS },
  gate: { points: 8, durationMs: 10 * MINUTE_MS },
  ownPassword: { points: 8, durationMs: 10 * MINUTE_MS },
  // The limit is that of one owner.
  invitations: { points: 30, durationMs: HOUR_MS },
  invitationLinks: { points: 30, durationMs: 10 * MINUTE_MS },
  updateSearches: { points: 10, durationMs: 10 * MINUTE_MS },
  unknownKeys: { points: 120, durationMs: 10 * MINUTE_MS },
  knownKey: { points: KEY_POINTS, durationMs: 10 * MINUTE_MS },
  versionChecks: { points: 600, durationMs: 10 * MINUTE_MS },
  machineMoves: { points: 30, durationMs: 10 * MINUTE_MS },
  upgradeKeys: { points: 30, durationMs: 10 * MINUTE_MS },
  unknownCodes: { points: 60, durationMs: 10 * MINUTE_MS },
  // Addresses that may not use a coupon any more: nobody tries one after the other to learn who had it.
  usedUpCoupons: { points: 20, durationMs: 10 * MINUTE_MS },
  // It remembers who has shown a right code, and limits nothing.
  knownCodes: { points: 1, durationMs: DAY_MS },
  orders: { points: 6_000, durationMs: 10 * MINUTE_MS },
  quotes: { points: 6_000, durationMs: 10 * MINUTE_MS },
  // It passes more in ten minutes than a launch brings.
  slowedOrders: { points: 50, durationMs: 10 * SECOND_MS },
  furtherPolls: { points: 100, durationMs: 10 * SECOND_MS },
  furtherPollsOfAddress: { points: 60, durationMs: 10 * SECOND_MS },
  firstPolls: { points: 100, durationMs: 10 * SECOND_MS },
  firstPollsOfAddress: { points: 2, durationMs: 10 * SECOND_MS },
  pollsLeftToWorker: { points: 1, durationMs: 10 * SECOND_MS },
  pollsLeftToWorkerOfAddress: { points: 40, durationMs: 10 * SECOND_MS },
  waitingBuyer: { points: 1, durationMs: MINUTE_MS },
  buyerLinks: { points: 3, durationMs: HOUR_MS },
  buyerLinksOfNetwork: { points: 30, durationMs: 10 * MINUTE_MS },
  buyerSignIns: { points: 60, durationMs: 10 * MINUTE_MS },
  // Nobody guesses six digits within a year with so few. The link of the mail works all the same.
  buyerCodes: { points: 20, durationMs: DAY_MS },
  openingCodes: { points: 30, durationMs: 10 * MINUTE_MS },
  // Wrong codes alone count; whoever has many networks guesses no more than the second.
  openingTries: { points: 5, durationMs: 10 * MINUTE_MS },
  openingTriesOfAll: { points: 1_000, durationMs: 10 * MINUTE_MS },
  recoveries: { points: 10, durationMs: HOUR_MS },
  recoveriesOfAddress: { points: 20, durationMs: DAY_MS },
  invoiceRequests: { points: 10, durationMs: HOUR_MS },
  emailChanges: { points: 5, durationMs: HOUR_MS },
  // A household or an office behind one address opens fewer.
  visits: { points: 600, durationMs: 10 * MINUTE_MS },
  // The limit is that of one administrator.
  mailTests: { points: 5, durationMs: 10 * MINUTE_MS },
  takeouts: { points: 6, durationMs: HOUR_MS },
  hookTests: { points: 30, durationMs: 10 * MINUTE_MS },
  notificationTests: { points: 5, durationMs: 10 * MINUTE_MS },
  addressChecks: { points: 20, durationMs: 10 * MINUTE_MS },
  // Five failed challenges in an hour are what authorities allow.
  addressOrders: { points: 5, durationMs: HOUR_MS },
  retakes: { points: 20, durationMs: HOUR_MS },
  bankPause: { points: 1, durationMs: MINUTE_MS },
  stockNotices: { points: 20, durationMs: HOUR_MS },
  trials: { points: 20, durationMs: HOUR_MS },
  // The limit is that of one address.
  trialLinks: { points: 3, durationMs: HOUR_MS },
  trialStarts: { points: 30, durationMs: 10 * MINUTE_MS },
  partnerClicks: { points: 60, durationMs: HOUR_MS },
  // The limit is that of one address.
  partnerLinks: { points: 3, durationMs: HOUR_MS },
  partnerSignUps: { points: 10, durationMs: HOUR_MS },
  // The limit is that of one partner.
  pixKeyChanges: { points: 5, durationMs: HOUR_MS },
  // The limit is that of one buyer.
  reviews: { points: 20, durationMs: HOUR_MS },
  // The limit is that of one purchase.
  withdrawals: { points: 5, durationMs: HOUR_MS },
} as const satisfies Record<string, Allowance>;
