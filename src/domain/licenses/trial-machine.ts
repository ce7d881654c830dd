import { findTrial, type Trial, takeTrialMachine } from '#db/queries/trials/trials.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import type { LicenseValidation } from '#src/wire/licenses/licenses.ts';
import { type Activation, BAD_KEY_TEXTS, type BadKey } from '#src/wire/licenses/plugin-calls.ts';
import { announceEvent } from '../hooks/announce-event.ts';
import type { Shop } from '../shop.ts';
import { buyUrlOf } from '../trials/show-trial.ts';
import { issueTicket } from './issue-ticket.ts';
import { type MachineRequest, NAMELESS } from './machine-places.ts';
import { findUpdate } from './updates.ts';

/** A trial's key is good on one computer, which may not try the product again with another key. */
export async function activateTrial(shop: Shop, { id }: Trial, request: MachineRequest): Promise<Activation> {
  const fingerprintHash = shop.tickets.hashFingerprint(request.fingerprint);
  const taken = await inTransaction(shop.db, async (tx) => {
    const place = await takeMachine(tx, shop, id, { ...request, fingerprintHash });
    if (place.state === 'activated') await announceTrial(tx, shop, place.trial, request);
    return place;
  });
  if (taken.state === 'bad') return badTrial(shop, taken.productId, taken.code);
  const { state, trial, endsAt } = taken;
  const license = { ...trial, updatesMajor: null, updatesUntil: null };
  return {
    valid: true,
    code: state,
    product: { id: trial.productId, name: trial.productName },
    machine: { id, name: trial.machineName ?? NAMELESS },
    machines: { used: 1, limit: 1 },
    ...(await issueTicket(shop, { ...license, kind: 'trial' }, request.fingerprint, endsAt)),
    trialEndsAt: endsAt,
    update: await findUpdate(shop, license, {
      pluginVersion: request.pluginVersion,
      platform: request.platform ?? null,
    }),
  };
}

function announceTrial(
  tx: Queryable,
  shop: Shop,
  { id, productId, productName }: Trial,
  { platform = null }: MachineRequest,
): Promise<void> {
  const data = { purchaseId: null, productId, productName, isTrial: true, machines: { used: 1, limit: 1 }, platform };
  return announceEvent(tx, shop, { type: 'license.activated', subjectId: id, data });
}

export async function validateTrial(
  shop: Shop,
  trial: Trial,
  fingerprint: string | null | undefined,
): Promise<LicenseValidation> {
  const { productId, productName, endsAt } = trial;
  if (endsAt === null || hasEnded(trial, shop)) return badTrial(shop, productId, 'trial_ended');
  const good = { product: { id: productId, name: productName }, trialEndsAt: endsAt };
  if (!fingerprint) return { valid: true, code: 'valid', ...good };
  if (trial.fingerprintHash !== shop.tickets.hashFingerprint(fingerprint)) {
    return { valid: false, code: 'not_activated', message: BAD_KEY_TEXTS.not_activated };
  }
  const license = { ...trial, updatesMajor: null, updatesUntil: null, kind: 'trial' } as const;
  return { valid: true, code: 'valid', ...good, ...(await issueTicket(shop, license, fingerprint, endsAt)) };
}

type Taken =
  | { state: 'bad'; code: BadKey; productId: string }
  | { state: 'activated' | 'already_active'; trial: Trial; endsAt: string };

async function takeMachine(
  tx: Queryable,
  shop: Shop,
  id: string,
  { fingerprintHash, machineName }: MachineRequest & { fingerprintHash: string },
): Promise<Taken> {
  const known = await findTrial(tx, id);
  const bad = (code: BadKey): Taken => ({ state: 'bad', code, productId: known?.productId ?? '' });
  if (!known?.endsAt) return bad('unknown');
  if (hasEnded(known, shop)) return bad('trial_ended');
  if (known.fingerprintHash === null) {
    // Two keys of one computer would each find that it has tried nothing.
    await oneAtATime(tx, `trial:${known.productId}:${fingerprintHash}`);
    const name = (known.email === null ? null : machineName) || NAMELESS;
    const machine = { fingerprintHash, machineName: name, activatedAt: shop.clock.now().toISOString() };
    if (await takeTrialMachine(tx, id, machine)) {
      return { state: 'activated', trial: { ...known, ...machine }, endsAt: known.endsAt };
    }
  }
  const now = await findTrial(tx, id);
  if (!now || now.itemId !== null) return bad('unsold');
  if (now.fingerprintHash === fingerprintHash) return { state: 'already_active', trial: now, endsAt: known.endsAt };
  return bad(now.fingerprintHash === null ? 'trial_used' : 'trial_elsewhere');
}

function hasEnded({ endsAt }: Trial, { clock }: Shop): boolean {
  return (endsAt ?? '') <= clock.now().toISOString();
}

/** The door to buy is open in each of them: the same key becomes good for ever. */
function badTrial(shop: Shop, productId: string, code: BadKey) {
  return { valid: false, code, message: BAD_KEY_TEXTS[code], buyUrl: buyUrlOf(shop, productId) } as const;
}
