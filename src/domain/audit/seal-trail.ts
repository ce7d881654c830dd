import { createHash, randomBytes } from 'node:crypto';
import { countNotedAudit, insertAudit, listAuditAfter, takeNextNumber, updateSeals } from '#db/queries/audit/audit.ts';
import { canonical, isSealGood, sealOf, sealTrailWith, trailKeyOf, versionOf } from '#db/queries/audit/seals.ts';
import { findSecretHash, insertSecretHash } from '#db/queries/secrets/secrets.ts';
import type { AuditRow } from '#db/tables/audit.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { COMMAND, UPGRADE } from '#src/wire/audit/audit.ts';
import type { AuditAction } from '#src/wire/audit/audit-actions.ts';
import type { TrailBreak, TrailCheck } from '#src/wire/upkeep/trail-check.ts';
import type { Shop } from '../shop.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

type Office = Pick<Shop, 'encryption' | 'clock'> & { db: Queryable };

/** The first start makes the key and seals what is there; without the key again no start does, or whoever took it could begin anew unseen. */
export async function openTrail({ db, encryption, clock }: Office): Promise<void> {
  await readTrailKey({ db, encryption });
  if ((await findSecretHash(db, TRAIL_KEY)) === undefined) await makeKey({ db, encryption, clock }, sealAll);
}

/** For a process beside the store, which makes no key. */
export async function readTrailKey({ db, encryption }: Omit<Office, 'clock'>): Promise<void> {
  const stored = await findSecretHash(db, TRAIL_KEY);
  // A broken key file is told by the next check, and keeps no shop from opening.
  const text = stored === undefined ? null : await encryption.decrypt(TRAIL_KEY, stored).catch(() => null);
  sealTrailWith(db, text === null ? null : Buffer.from(text, 'hex'));
}

/** Names and encrypts it, as encrypted settings are; it is no setting, so that a shop without any has none. */
export const TRAIL_KEY = 'audit key';

async function makeKey(
  { db, encryption, clock }: Office,
  begin: (tx: Queryable, key: Buffer, at: string) => Promise<void>,
): Promise<void> {
  const key = randomBytes(32);
  const value = await encryption.encrypt(TRAIL_KEY, key.toString('hex'));
  try {
    await inTransaction(db, async (tx) => {
      await insertSecretHash(tx, TRAIL_KEY, value);
      sealTrailWith(tx, key);
      await begin(tx, key, clock.now().toISOString());
    });
  } catch (error) {
    sealTrailWith(db, null);
    throw error;
  }
}

async function sealAll(tx: Queryable, key: Buffer, at: string): Promise<void> {
  const count = (await takeNextNumber(tx)) - 1;
  if (count === 0) return;
  let former = '';
  for await (const rows of batchesOf(tx)) {
    const seals: { id: number; seal: string }[] = [];
    for (const row of rows.filter(({ seal }) => seal === null)) {
      former = sealOf(key, row, former);
      seals.push({ id: row.id, seal: former });
    }
    if (seals.length > 0) await updateSeals(tx, seals);
  }
  await insertAudit(tx, { at, actorId: UPGRADE, ...deed('audit.begin'), entityId: 'all', count });
}

function deed(action: Extract<AuditAction, `audit.${string}`>) {
  return { action, entity: 'audit', fields: '[]' };
}

async function* batchesOf(db: Queryable): AsyncGenerator<AuditRow[]> {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = await listAuditAfter(db, after, AT_ONCE);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
    await yieldToEventLoop();
  }
}

const AT_ONCE = 500;

/** Reads the whole trail, and tells where it is not as the shop wrote it. */
export async function verifyTrail(db: Queryable, now: Date): Promise<TrailCheck> {
  const { entries, last, isKeyLost, breaks } = await walk(db);
  return { at: now.toISOString(), entries, last, isKeyLost, breaks: breaks.slice(0, MOST_BREAKS) };
}

const MOST_BREAKS = 20;

type Walked = Omit<TrailCheck, 'at'> & { digest: string; forgiven: number };

async function walk(db: Queryable): Promise<Walked> {
  const key = trailKeyOf(db);
  const noted = await countNotedAudit(db);
  const digest = createHash('sha256');
  let [breaks, former, lastId, forgiven, entries]: [TrailBreak[], string, number, number, number] = [[], '', 0, 0, 0];
  let last: TrailCheck['last'] = null;
  for await (const rows of batchesOf(db)) {
    for (const row of rows) {
      const isAfterGap = row.id > lastId + 1;
      if (isAfterGap) add(breaks, 'missing', lastId + 1, row.id - 1);
      if (row.seal === null) add(breaks, 'unsealed', row.id);
      else if (key && !isSealGood(key, row, former)) {
        // The seal of what follows a gap is of the row that is gone.
        if (!isAfterGap) add(breaks, 'changed', row.id);
      } else if (key && row.action === ('audit.accept' satisfies AuditAction)) {
        if (row.entityId === digest.copy().digest('hex')) [breaks, forgiven] = [[], forgiven + (row.count ?? 0)];
      }
      digest.update(`${canonical(row, '', versionOf(row))}${row.seal}\n`);
      former = row.seal ?? former;
      lastId = Math.max(lastId, row.id);
      if (row.seal !== null) last = { id: row.id, seal: shortSeal(row.seal) };
      entries += 1;
    }
  }
  const cut = noted - lastId - forgiven;
  if (cut > 0) add(breaks, 'missing', lastId + 1, lastId + cut);
  return { entries, last, isKeyLost: key === null, breaks, forgiven, digest: digest.digest('hex') };
}

function add(breaks: TrailBreak[], kind: TrailBreak['kind'], from: number, to = from): void {
  const previous = breaks.at(-1);
  if (previous?.kind === kind && previous.to === from - 1) previous.to = to;
  else breaks.push({ kind, from, to });
}

/** Enough of it to be known again. */
export function shortSeal(seal: string): string {
  return seal.slice(0, 34);
}

/** Goes on from the trail as it is now: what it says of all entries before is sealed, and a further change of them is told again. */
export async function acceptTrail(office: Office): Promise<void> {
  if (trailKeyOf(office.db) === null) await makeKey(office, accept);
  else await inTransaction(office.db, (tx) => accept(tx, null, office.clock.now().toISOString()));
}

async function accept(tx: Queryable, _key: Buffer | null, at: string): Promise<void> {
  const before = (await takeNextNumber(tx)) - 1;
  const { digest, forgiven } = await walk(tx);
  const cut = (await countNotedAudit(tx)) - before - forgiven;
  const count = cut > 0 ? cut : null;
  await insertAudit(tx, { at, actorId: COMMAND, ...deed('audit.accept'), entityId: digest, count });
}
