import { listTeamOf } from '#db/queries/access/users.ts';
import { beginIncident, endIncident, findIncident, takeTelling } from '#db/queries/upkeep/incidents.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { rolesWith } from '#src/wire/access/roles.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import type { IncidentSubject } from '#src/wire/upkeep/incidents.ts';
import { readCertificateHealth } from '../address/certificates.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { Shop } from '../shop.ts';
import { backupDueFrom, isFresh, readBackups } from './backups.ts';
import { isDiskFull, isDiskRoomy } from './disk.ts';

/** Null where nobody can tell now. */
type Verdict = { isWrong: boolean; since: Date } | null;

/** Disk, backup and certificate are judged by the process that leads. */
export async function watchIncidents(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  await followIncident(shop, 'disk', await judgeDisk(shop, now));
  await followIncident(shop, 'backup', await judgeBackup(shop, now));
  await followIncident(shop, 'certificate', await judgeCertificate(shop, now));
}

/** Each process knows what the bank answered it. */
export async function watchBank(shop: Shop): Promise<void> {
  await followIncident(shop, 'bank', judgeBank(shop));
}

async function judgeDisk({ disk }: Shop, now: Date): Promise<Verdict> {
  const space = await disk.readSpace();
  if (space && isDiskFull(space)) return { isWrong: true, since: now };
  // A disk at the edge would begin an incident with each file.
  return space && !isDiskRoomy(space) ? null : { isWrong: false, since: now };
}

async function judgeBackup(shop: Shop, now: Date): Promise<Verdict> {
  const { hasFailed } = await readBackups(shop);
  // Who tries the shop out has nothing to lose yet.
  const since = hasFailed || shop.settings.isSandbox ? null : await backupDueFrom(shop);
  return { isWrong: hasFailed || (since !== null && !isFresh(since, now)), since: now };
}

async function judgeCertificate(shop: Shop, now: Date): Promise<Verdict> {
  const health = await readCertificateHealth(shop);
  // Nobody visits a domain yet whose first certificate has not come.
  if (!health?.isInUse) return null;
  return { isWrong: health.certificate?.isEnding ?? true, since: now };
}

function judgeBank({ bankHealth }: Shop): Verdict {
  const { awaySince, wellAt } = bankHealth.read();
  if (awaySince) return { isWrong: true, since: awaySince };
  return wellAt && { isWrong: false, since: wellAt };
}

async function followIncident(shop: Shop, subject: IncidentSubject, verdict: Verdict): Promise<void> {
  if (!verdict) return;
  await (verdict.isWrong ? beginAndTell(shop, subject, verdict.since) : end(shop, subject, verdict.since));
}

/** One that comes again within a day is told when the day is over, where it still lasts. */
async function beginAndTell(shop: Shop, subject: IncidentSubject, since: Date): Promise<void> {
  const known = await findIncident(shop.db, subject);
  if (known?.isTold) return;
  const now = shop.clock.now();
  await inTransaction(shop.db, async (tx) => {
    await beginIncident(tx, subject, since.toISOString());
    const aDayAgo = new Date(now.getTime() - DAY_MS).toISOString();
    if (!(await takeTelling(tx, subject, { now: now.toISOString(), since: aDayAgo }))) return;
    const incident = await findIncident(tx, subject);
    await tellOwners(tx, shop, { subject, beganAt: incident?.beganAt ?? since.toISOString(), endedAt: null });
  });
}

/** A bank that answered one process before another began the incident has not ended it. */
async function end(shop: Shop, subject: IncidentSubject, wellAt: Date): Promise<void> {
  const incident = await findIncident(shop.db, subject);
  if (!incident?.beganAt || Date.parse(incident.beganAt) > wellAt.getTime()) return;
  const { beganAt, isTold } = incident;
  await inTransaction(shop.db, async (tx) => {
    const isEnded = await endIncident(tx, incident);
    if (isEnded && isTold) await tellOwners(tx, shop, { subject, beganAt, endedAt: shop.clock.now().toISOString() });
  });
}

export type ToldIncident = { subject: IncidentSubject; beganAt: string; endedAt: string | null };

async function tellOwners(tx: Queryable, shop: Shop, incident: ToldIncident): Promise<void> {
  for (const { id } of await listTeamOf(tx, rolesWith('settings'))) {
    await queueMail(tx, shop, { kind: 'incident', payload: JSON.stringify({ ...incident, userId: id }) });
  }
}
