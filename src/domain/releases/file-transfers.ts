import { randomBytes } from 'node:crypto';
import {
  deleteTransfer,
  endLease,
  findTransfer,
  insertTransfer,
  type Lease,
  leaseTransfer,
  listUselessTransfers,
  markTransferFinished,
  recordPiece,
  sumAwaitedBytes,
} from '#db/queries/releases/file-transfers.ts';
import { findFileNamed, findRelease, insertReleaseFile } from '#db/queries/releases/releases.ts';
import type { FileTransferRow } from '#db/tables/releases.ts';
import { inTransaction } from '#db/transactions.ts';
import { HOUR_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import { fileTooLarge, type NewTransfer, RELEASE_TEXTS, TRANSFER_KEPT_HOURS } from '#src/wire/releases/releases.ts';
import type { Actor } from '../audit/audit.ts';
import type { Draft } from '../files/sold-files.ts';
import { newId } from '../ids.ts';
import { conflict, invalid, notFound, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { judgeFile } from './late-files.ts';
import { lockRelease, recordRelease } from './releases.ts';

/** A file on its way to the shop; its bytes arrive in pieces, over days and restarts. */
export async function startTransfer(
  shop: Shop,
  actor: Actor,
  { id, sizeBytes, file }: { id: string; sizeBytes: number; file: NewTransfer },
): Promise<void> {
  const { releaseId, fileName, platform = 'any', label = '' } = file;
  if (sizeBytes === 0) throw invalid('size', RELEASE_TEXTS.empty);
  const { fileLimitBytes } = shop.settings;
  if (sizeBytes > fileLimitBytes) throw refusal('too_large', 'too_large', fileTooLarge(fileLimitBytes));
  const release = await findRelease(shop.db, releaseId);
  if (!release) throw notFound(RELEASE_TEXTS.unknown);
  await judgeFile(shop.db, release, { platform });
  if (await findFileNamed(shop.db, releaseId, fileName)) throw fileTaken();
  await expectRoom(shop, sizeBytes);
  const now = shop.clock.now().toISOString();
  const storedAs = randomBytes(16).toString('hex');
  const progress = { offsetBytes: 0, storeState: '', createdAt: now, updatedAt: now, finishedAt: null };
  const unleased = { leasedBy: null, leasedUntil: null };
  const kept = { id, releaseId, actorId: actor.id, platform, label, fileName, sizeBytes, storedAs };
  await insertTransfer(shop.db, { ...kept, ...progress, ...unleased });
}

async function expectRoom(shop: Shop, sizeBytes: number): Promise<void> {
  const freeBytes = await shop.soldFiles.freeBytes();
  if (freeBytes === null) return;
  const awaitedBytes = await sumAwaitedBytes(shop.db);
  if (freeBytes < sizeBytes + awaitedBytes + ROOM_LEFT_BYTES) throw noRoom();
}

/** The database needs it, which often shares the disk. */
const ROOM_LEFT_BYTES = 64 * 1024 * 1024;

/** All bytes may have arrived just before a process was killed, and then this ends the transfer. */
export async function resumeTransfer(shop: Shop, id: string): Promise<FileTransferRow> {
  const transfer = await readTransfer(shop, id);
  if (transfer.finishedAt === null && transfer.offsetBytes === transfer.sizeBytes) await finishTransfer(shop, id);
  return transfer;
}

/** Returns the new offset. One process writes at a time; the store keeps what it can of a source that broke off. */
export async function takePiece(
  shop: Shop,
  id: string,
  offsetBytes: number,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  const lease = { id, leasedBy: newId() };
  await renew(shop, lease);
  try {
    // The transfer is read under the lease, since whoever had it before may have brought a piece.
    const transfer = await readTransfer(shop, id);
    if (transfer.offsetBytes !== offsetBytes) throw otherOffset();
    return await appendPiece(shop, transfer, lease, chunks);
  } finally {
    await endLease(shop.db, lease);
  }
}

async function appendPiece(
  shop: Shop,
  transfer: FileTransferRow,
  lease: Lease,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  const appended = await shop.soldFiles.append(draftOf(transfer), whileLeased(shop, lease, chunks));
  if (appended.outcome !== 'kept') {
    if (appended.outcome === 'no_room') throw noRoom();
    if (appended.outcome === 'too_small') throw invalid('piece', RELEASE_TEXTS.pieceTooSmall);
    return giveUp(shop, transfer, unknownTransfer());
  }
  const { offsetBytes, storeState, brokenBy } = appended;
  const updatedAt = shop.clock.now().toISOString();
  if (!(await recordPiece(shop.db, lease, { offsetBytes, storeState, updatedAt }))) throw busy();
  if (brokenBy) throw brokenBy;
  return offsetBytes;
}

/** Each arrival renews the lease, so that a silent connection, or a process that is gone, soon holds up nobody. */
async function* whileLeased(shop: Shop, lease: Lease, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let renewedAt = shop.clock.now().getTime();
  for await (const chunk of chunks) {
    const now = shop.clock.now().getTime();
    if (now - renewedAt >= LEASE_MS / 3) {
      await renew(shop, lease);
      renewedAt = now;
    }
    yield chunk;
  }
}

async function renew(shop: Shop, lease: Lease): Promise<void> {
  const now = shop.clock.now();
  const leasedUntil = new Date(now.getTime() + LEASE_MS).toISOString();
  if (await leaseTransfer(shop.db, lease, { now: now.toISOString(), leasedUntil })) return;
  const { finishedAt } = await readTransfer(shop, lease.id);
  throw finishedAt === null ? busy() : otherOffset();
}

const LEASE_MS = 30 * SECOND_MS;

/** It may be repeated. */
export async function finishTransfer(shop: Shop, id: string): Promise<void> {
  const transfer = await readTransfer(shop, id);
  if (transfer.finishedAt !== null) return;
  const completed = await shop.soldFiles.complete(draftOf(transfer));
  if (completed.outcome !== 'whole') {
    const isOther = completed.outcome === 'other';
    const reason = isOther ? conflict('other_content', RELEASE_TEXTS.otherContent) : unknownTransfer();
    return giveUp(shop, transfer, reason);
  }
  try {
    await keepFile(shop, transfer, completed.sha256);
  } catch (error) {
    if (isFinal(error)) return giveUp(shop, transfer, error);
    throw error;
  }
}

async function keepFile(shop: Shop, transfer: FileTransferRow, sha256: string): Promise<void> {
  const { id, releaseId, platform, label, fileName, sizeBytes, storedAs, actorId } = transfer;
  const now = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    const release = await lockRelease(tx, releaseId);
    if (!(await markTransferFinished(tx, id, now))) return;
    const awaitsPublication = await judgeFile(tx, release, { platform });
    const checked = { createdAt: now, sizeCheckedAt: now, contentCheckedAt: now, damagedAt: null, downloads: 0 };
    const file = {
      id: newId(),
      releaseId,
      platform,
      label,
      fileName,
      sizeBytes,
      sha256,
      storedAs,
      awaitsPublication,
      ...checked,
    };
    if (!(await insertReleaseFile(tx, file))) throw fileTaken();
    await recordRelease(tx, shop, { id: actorId }, 'product.upload_release_file', release);
  });
}

export async function cancelTransfer(shop: Shop, id: string): Promise<void> {
  const transfer = await readTransfer(shop, id);
  if (transfer.finishedAt !== null) throw conflict('transfer_finished', RELEASE_TEXTS.finished);
  await discard(shop, transfer);
}

/** Removes what belongs to nothing: files of transfers that nobody goes on with, and of rows that were deleted. */
export async function removeUnusedFiles(shop: Shop, stopping: AbortSignal): Promise<void> {
  const updatedBefore = new Date(shop.clock.now().getTime() - TRANSFER_KEPT_HOURS * HOUR_MS).toISOString();
  for (const transfer of await listUselessTransfers(shop.db, updatedBefore)) {
    if (stopping.aborted) return;
    await discard(shop, transfer);
  }
}

async function discard(shop: Shop, transfer: FileTransferRow): Promise<void> {
  await shop.soldFiles.abandon(draftOf(transfer));
  await deleteTransfer(shop.db, transfer.id);
}

async function giveUp(shop: Shop, transfer: FileTransferRow, reason: Error): Promise<never> {
  await discard(shop, transfer);
  throw reason;
}

async function readTransfer(shop: Shop, id: string): Promise<FileTransferRow> {
  const transfer = await findTransfer(shop.db, id);
  if (!transfer) throw unknownTransfer();
  return transfer;
}

function draftOf({ storedAs, sizeBytes, offsetBytes, storeState }: FileTransferRow): Draft {
  return { name: storedAs, sizeBytes, offsetBytes, storeState };
}

/** The file can never become one of the release. */
function isFinal(error: unknown): error is Error {
  return error instanceof Error && 'kind' in error && (error.kind === 'conflict' || error.kind === 'not_found');
}

function unknownTransfer() {
  return notFound(RELEASE_TEXTS.unknownTransfer);
}

function otherOffset() {
  return conflict('other_offset', RELEASE_TEXTS.otherOffset);
}

function busy() {
  return refusal('locked', 'transfer_busy', RELEASE_TEXTS.transferBusy, { retryAfterSeconds: LEASE_MS / SECOND_MS });
}

function fileTaken() {
  return conflict('file_taken', RELEASE_TEXTS.fileTaken);
}

function noRoom() {
  return refusal('unavailable', 'no_room', RELEASE_TEXTS.noRoom);
}
