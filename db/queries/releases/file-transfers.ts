import { updatesAny } from '../../results.ts';
import type { FileTransferRow } from '../../tables/releases.ts';
import type { Queryable } from '../../tables.ts';

export async function insertTransfer(db: Queryable, transfer: FileTransferRow): Promise<void> {
  await db.insertInto('fileTransfers').values(transfer).execute();
}

export function findTransfer(db: Queryable, id: string): Promise<FileTransferRow | undefined> {
  return db.selectFrom('fileTransfers').selectAll().where('id', '=', id).executeTakeFirst();
}

export type Lease = { id: string; leasedBy: string };

/** Takes the lease, or renews it; false while somebody else has it. */
export function leaseTransfer(
  db: Queryable,
  { id, leasedBy }: Lease,
  { now, leasedUntil }: { now: string; leasedUntil: string },
): Promise<boolean> {
  return db
    .updateTable('fileTransfers')
    .set({ leasedBy, leasedUntil })
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .where((row) =>
      row.or([row('leasedUntil', 'is', null), row('leasedUntil', '<=', now), row('leasedBy', '=', leasedBy)]),
    )
    .$call(updatesAny);
}

export async function endLease(db: Queryable, { id, leasedBy }: Lease): Promise<void> {
  await db
    .updateTable('fileTransfers')
    .set({ leasedBy: null, leasedUntil: null })
    .where('id', '=', id)
    .where('leasedBy', '=', leasedBy)
    .execute();
}

/** Returns false where the lease went to somebody else meanwhile. */
export function recordPiece(
  db: Queryable,
  { id, leasedBy }: Lease,
  piece: Pick<FileTransferRow, 'offsetBytes' | 'storeState' | 'updatedAt'>,
): Promise<boolean> {
  return db
    .updateTable('fileTransfers')
    .set(piece)
    .where('id', '=', id)
    .where('leasedBy', '=', leasedBy)
    .where('finishedAt', 'is', null)
    .$call(updatesAny);
}

export function markTransferFinished(db: Queryable, id: string, finishedAt: string): Promise<boolean> {
  return db
    .updateTable('fileTransfers')
    .set({ finishedAt })
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .$call(updatesAny);
}

export async function deleteTransfer(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('fileTransfers').where('id', '=', id).execute();
}

/** Adds up what unfinished transfers still have to bring. */
export async function sumAwaitedBytes(db: Queryable): Promise<number> {
  const rows = await db
    .selectFrom('fileTransfers')
    .select(['sizeBytes', 'offsetBytes'])
    .where('finishedAt', 'is', null)
    .execute();
  return rows.reduce((sum, { sizeBytes, offsetBytes }) => sum + sizeBytes - offsetBytes, 0);
}

/** Lists unfinished ones that nobody goes on with or whose release is gone, and finished ones whose file was deleted. */
export function listUselessTransfers(db: Queryable, updatedBefore: string): Promise<FileTransferRow[]> {
  return db
    .selectFrom('fileTransfers')
    .selectAll()
    .where(({ and, or, not, exists, eb, selectFrom }) =>
      or([
        and([eb('finishedAt', 'is', null), eb('updatedAt', '<', updatedBefore)]),
        and([
          eb('finishedAt', 'is', null),
          not(exists(selectFrom('releases').select('id').whereRef('releases.id', '=', 'fileTransfers.releaseId'))),
        ]),
        and([
          eb('finishedAt', 'is not', null),
          not(
            exists(
              selectFrom('releaseFiles').select('id').whereRef('releaseFiles.storedAs', '=', 'fileTransfers.storedAs'),
            ),
          ),
        ]),
      ]),
    )
    .execute();
}
