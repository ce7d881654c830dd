import { generateKeyPairSync } from 'node:crypto';
import { findAdministrator, listTeamOf } from '#db/queries/access/users.ts';
import { findCertificate, insertCertificate, updateCertificate } from '#db/queries/address/certificates.ts';
import { deleteChallenge } from '#db/queries/address/challenges.ts';
import { deleteEncryptedSetting } from '#db/queries/secrets/encrypted-settings.ts';
import type { CertificateRow } from '#db/tables/address.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { rolesWith } from '#src/wire/access/roles.ts';
import { SCHEDULE } from '#src/wire/audit/audit.ts';
import { recordChange } from '../audit/audit.ts';
import { publishAfterCommit, SETTINGS_CHANGED } from '../events.ts';
import { encryptSetting, readEncryptedSetting, storeEncryptedSetting } from '../secrets/encrypted-settings.ts';
import type { Shop } from '../shop.ts';
import { isDue, isHeld, lifeOf, pauseAfter } from './certificate-times.ts';
import { encryptCertificate, listServedCertificates } from './certificates.ts';
import { findWay, showChallenge } from './challenges.ts';
import { explainNoWay, refusalText } from './check-address.ts';
import { readChosenAddress, storeChosenAddress, wantedDomain } from './chosen-address.ts';
import type { AuthorityAccount, ChallengeKind, OrderOutcome } from './public-address.ts';

/** Wakes the job that orders. */
export const CERTIFICATE_WANTED = 'certificate';

/** Orders and renews. A failure is stored with its pause, so that neither a restart nor another process asks sooner. */
export async function keepCertificate(shop: Shop): Promise<void> {
  const domain = await wantedDomain(shop);
  if (domain === null) return;
  await insertCertificate(shop.db, domain);
  await keepOne(shop, domain);
  // Those before it lead to it, and a browser follows them only by a certificate of their own.
  for (const former of await listServedCertificates(shop)) {
    if (former.domain !== domain) await keepOne(shop, former.domain);
  }
}

async function keepOne(shop: Shop, domain: string): Promise<void> {
  const [row, now] = [await findCertificate(shop.db, domain), shop.clock.now()];
  if (!row || isHeld(row, now)) return;
  const isOrdered = !isDue(row, now);
  if (isOrdered && !(await isAwaited(shop, domain))) return;
  await shop.address.listeners.open();
  const way = await findWay(shop, domain);
  if (way === null) return noteFailure(shop, row, { what: 'look', problem: await explainNoWay(shop, domain) });
  if (isOrdered) return answerAt(shop, domain);
  if (!(await rehearse(shop, row, way))) return;
  const outcome = await order(shop, domain, way, false);
  if (outcome.state === 'refused') return noteRefusal(shop, row, outcome);
  await store(shop, domain, outcome);
}

/** The owner came back to a domain whose certificate is still there. */
async function isAwaited(shop: Shop, domain: string): Promise<boolean> {
  const chosen = await readChosenAddress(shop);
  return shop.address.source === 'screen' && chosen.domain === domain && chosen.inUse !== domain;
}

async function answerAt(shop: Shop, domain: string): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    await updateCertificate(tx, domain, WITHOUT_FAILURE);
    await moveTo(tx, shop, domain);
    publishAfterCommit(tx, shop, SETTINGS_CHANGED);
  });
}

async function moveTo(tx: Queryable, shop: Shop, domain: string): Promise<void> {
  const chosen = await readChosenAddress({ db: tx });
  if (shop.address.source === 'screen' && chosen.domain === domain && chosen.inUse !== domain) {
    await storeChosenAddress(tx, shop, SYSTEM.id, { ...chosen, inUse: domain });
  }
}

/** The first order of a domain is tried where failures cost nothing. Returns false where it failed there. */
async function rehearse(shop: Shop, row: CertificateRow, way: ChallengeKind): Promise<boolean> {
  if (shop.address.authority.staging === null || row.isRehearsed === 1 || lifeOf(row)) return true;
  const outcome = await order(shop, row.domain, way, true);
  if (outcome.state === 'refused') {
    await noteRefusal(shop, row, outcome);
    return false;
  }
  await updateCertificate(shop.db, row.domain, { isRehearsed: 1 });
  return true;
}

async function order(shop: Shop, domain: string, way: ChallengeKind, isRehearsal: boolean): Promise<OrderOutcome> {
  const { authority } = shop.address;
  const accountName = accountNameOf((isRehearsal && authority.staging) || authority.directory);
  const account = await readAccount(shop, accountName);
  const shown: string[] = [];
  try {
    const outcome = await authority.order({
      domain,
      email: await contactOf(shop),
      account,
      registered: (url) => storeAccount(shop, accountName, { ...account, url }),
      isRehearsal,
      challenge: way,
      async show(challenge) {
        shown.push(challenge.token);
        await showChallenge(shop, domain, challenge);
      },
    });
    // The next attempt registers another one.
    if (outcome.state === 'refused' && outcome.reason === 'account') await deleteEncryptedSetting(shop.db, accountName);
    return outcome;
  } finally {
    for (const token of shown) await deleteChallenge(shop.db, token);
  }
}

/** An authority refuses an address of no public domain. */
async function contactOf({ db }: Shop): Promise<string | null> {
  const [first] = await listTeamOf(db, rolesWith('settings'));
  const email = first && (await findAdministrator(db, first.id))?.email;
  return email && /@[^@]+\.(?!local$|test$|example$)[a-z]{2,}$/.test(email) ? email : null;
}

async function readAccount(shop: Shop, name: string): Promise<AuthorityAccount> {
  const stored = await readEncryptedSetting(shop, name);
  if (stored.state === 'read') return JSON.parse(stored.text) as AuthorityAccount;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), url: null };
}

async function storeAccount(shop: Shop, name: string, account: AuthorityAccount): Promise<void> {
  await storeEncryptedSetting(shop.db, shop, SYSTEM, await encryptSetting(shop, name, JSON.stringify(account)));
}

function accountNameOf(directory: string): string {
  return `certificate account ${directory}`;
}

/** The shop answers at the domain from then on; until the commit the former certificate is served. */
async function store(shop: Shop, domain: string, ordered: OrderOutcome & { state: 'ordered' }): Promise<void> {
  const encrypted = await encryptCertificate(shop, domain, ordered.certificate);
  await inTransaction(shop.db, async (tx) => {
    await storeEncryptedSetting(tx, shop, SYSTEM, encrypted);
    await updateCertificate(tx, domain, {
      startsAt: ordered.startsAt.toISOString(),
      endsAt: ordered.endsAt.toISOString(),
      storedAt: shop.clock.now().toISOString(),
      isRehearsed: 1,
      ...WITHOUT_FAILURE,
    });
    await moveTo(tx, shop, domain);
    await recordChange(tx, shop, SYSTEM, { action: 'settings.get_certificate', entityId: 'address' });
    publishAfterCommit(tx, shop, SETTINGS_CHANGED);
  });
}

const WITHOUT_FAILURE = { failures: 0, failedAt: null, problem: null, retryAt: null, heldUntil: null };

function noteRefusal(shop: Shop, row: CertificateRow, refused: OrderOutcome & { state: 'refused' }): Promise<void> {
  const problem = refusalText(shop.address.authority, row.domain, refused);
  return noteFailure(shop, row, { what: 'order', problem, heldMs: refused.heldMs });
}

type Failure = { what: 'look' | 'order'; problem: string; heldMs?: number | null };

async function noteFailure(shop: Shop, row: CertificateRow, { what, problem, heldMs = null }: Failure): Promise<void> {
  const now = shop.clock.now();
  const failures = row.failures + 1;
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString();
  shop.log.warn({ what, failures }, 'the certificate was not ordered');
  await updateCertificate(shop.db, row.domain, {
    failures,
    failedAt: now.toISOString(),
    problem,
    retryAt: after(pauseAfter(failures, what)),
    heldUntil: heldMs === null ? null : after(heldMs),
  });
}

const SYSTEM = { id: SCHEDULE };
