import type { FileTransferRow, Queryable } from '../tables.ts';

export async function insertTransfer(db: Queryable, transfer: FileTransferRow): Promise<void> {
  await db.insertInto('fileTransfers').values(transfer).execute();
}

export function findTransfer(db: Queryable, id: string): Promise<FileTransferRow | undefined> {
  return db.selectFrom('fileTransfers').selectAll().where('id', '=', id).executeTakeFirst();
}

/** False when another process wrote the same piece first. */
export async function recordPiece(
  db: Queryable,
  { id, offsetBytes }: Pick<FileTransferRow, 'id' | 'offsetBytes'>,
  piece: Pick<FileTransferRow, 'offsetBytes' | 'storeState' | 'updatedAt'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('fileTransfers')
    .set(piece)
    .where('id', '=', id)
    .where('offsetBytes', '=', offsetBytes)
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function markTransferFinished(db: Queryable, id: string, finishedAt: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('fileTransfers')
    .set({ finishedAt })
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteTransfer(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('fileTransfers').where('id', '=', id).execute();
}

/** What unfinished transfers still have to bring. */
export async function sumAwaitedBytes(db: Queryable): Promise<number> {
  const rows = await db
    .selectFrom('fileTransfers')
    .select(['sizeBytes', 'offsetBytes'])
    .where('finishedAt', 'is', null)
    .execute();
  return rows.reduce((sum, { sizeBytes, offsetBytes }) => sum + sizeBytes - offsetBytes, 0);
}

/** Unfinished ones that nobody goes on with or whose release is gone, and finished ones whose file was deleted. */
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
