import { findLastEntry } from '#db/queries/audit/audit.ts';
import { describeDatabase, findOldestDue } from '#db/queries/upkeep/health.ts';
import type { Health } from '#src/wire/upkeep/health.ts';
import { readTrailCheck } from '../audit/watch-trail.ts';
import type { Shop } from '../shop.ts';
import { findFailover } from './failover.ts';

export async function showHealth(shop: Shop): Promise<Health> {
  const now = shop.clock.now();
  const [database, oldest, lastBackup, trail, processes, failover] = await Promise.all([
    describeDatabase(shop.db),
    findOldestDue(shop.db, now.toISOString()),
    findLastEntry(shop.db, 'backup', 'backup.create'),
    readTrailCheck(shop.db),
    shop.processes.list(),
    findFailover(shop),
  ]);
  const waitOf = (since: string | null) => (since === null ? null : now.getTime() - Date.parse(since));
  return {
    release: shop.release,
    hasUpdateFeed: shop.updateFeed !== null,
    ...database,
    areFilesInBucket: shop.settings.areFilesInBucket,
    lastBackupAt: lastBackup?.at ?? null,
    trail,
    waitingMs: { mail: waitOf(oldest.mail), webhooks: waitOf(oldest.webhooks), polls: waitOf(oldest.polls) },
    processes,
    failover,
  };
}
