import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { databasePath, isFileUrl } from '#db/client.ts';
import type { Settings } from '#src/config.ts';
import type { CheckedBackup, RestoreKeeper, RestorePlan } from '#src/domain/backups/restore-keeper.ts';
import { conflict, refusal } from '#src/domain/refusals.ts';
import type { RestoreState } from '#src/wire/backups/restores.ts';
import { isSettingsError, settingsError } from '#src/wire/basics/settings-error.ts';
import { findCopy } from '../copy/find-copy.ts';
import { isOutOfRoom } from '../shop/disk-space.ts';
import { ARCHIVE, ENCRYPTED_ARCHIVE } from './archive.ts';
import { writeFrom } from './backup-files.ts';
import { BACKUP_JOB, type JobNews, type JobOrder, restoreProblemOf } from './backup-news.ts';
import { expectRoom } from './bring-backup.ts';
import { forkJob } from './job-process.ts';
import { restoreInPlace } from './restore-in-place.ts';

export type OpenRestores = RestoreKeeper & { close(): Promise<void> };

/** Everything that was sent or opened lies in one folder beside the database, and is forgotten when the shop closes or opens. */
export function openRestores(settings: Settings): OpenRestores {
  const workplace = isFileUrl(settings.DATABASE_URL) ? `${databasePath(settings.DATABASE_URL)}.restore` : '';
  const closing = new AbortController();
  let current: RestoreState = { state: 'none' };
  let checked: CheckedBackup | null = null;
  let checking: Promise<void> | null = null;
  let isReceiving = false;

  async function run(plan: RestorePlan): Promise<void> {
    let reason = 'O processo que conferia o backup terminou antes do fim.';
    const order: JobOrder = { work: 'restore check', plan, workplace };
    const hear = (news: JobNews) => {
      if (news.kind === 'restore step') current = { state: 'checking', step: news.step };
      if (news.kind === 'checked') checked = news.checked;
      if (news.kind === 'failed') reason = news.problem;
    };
    await forkJob(BACKUP_JOB, order, hear, closing.signal).catch((error: unknown) => {
      reason = restoreProblemOf(error);
    });
    current = checked ? { state: 'checked', preview: checked.preview } : { state: 'failed', reason };
  }

  async function forget(): Promise<void> {
    current = { state: 'none' };
    checked = null;
    if (workplace) await rm(workplace, { recursive: true, force: true });
  }

  return {
    current: () => current,
    async receive(chunks, sizeBytes) {
      if (isReceiving || checking) throw conflict('receiving', 'Outro backup está chegando. Espere até que termine.');
      isReceiving = true;
      try {
        await forget();
        await mkdir(workplace, { recursive: true, mode: 0o700 });
        return await receiveInto(workplace, chunks, sizeBytes);
      } finally {
        isReceiving = false;
      }
    },
    findSent(id) {
      if (!/^[0-9a-f]{32}$/.test(id)) return undefined;
      const path = join(workplace, id + ARCHIVE);
      if (existsSync(path)) return { kind: 'file', path, isEncrypted: false };
      const encrypted = join(workplace, id + ENCRYPTED_ARCHIVE);
      return existsSync(encrypted) ? { kind: 'file', path: encrypted, isEncrypted: true } : undefined;
    },
    findCopy,
    check(plan) {
      if (checking || isReceiving) return false;
      checked = null;
      current = { state: 'checking', step: 'bringing' };
      checking = run(plan).finally(() => {
        checking = null;
      });
      return true;
    },
    restoring({ areKeysFree, actorId }) {
      if (!checked) return null;
      const { folder, preview } = checked;
      // Where the shop knows what was sold since, that counts.
      const options = { areKeysFree: areKeysFree && preview.since === null, actorId };
      return async () => {
        const { undo, keep } = await restoreInPlace(settings, folder, options).catch(async (error: unknown) => {
          await rm(workplace, { recursive: true, force: true });
          throw settingsError(restoreProblemOf(error), error);
        });
        return { undo, keep };
      };
    },
    async forget() {
      if (checking || isReceiving) return;
      await forget();
    },
    async close() {
      closing.abort();
      await checking;
    },
  };
}

async function receiveInto(workplace: string, chunks: AsyncIterable<Uint8Array>, sizeBytes: number | null) {
  const id = randomBytes(16).toString('hex');
  const waiting = join(workplace, `${id}.part`);
  try {
    if (sizeBytes !== null) await expectRoom(workplace, sizeBytes);
    await writeFrom(chunks, waiting);
  } catch (error) {
    await rm(waiting, { force: true });
    if (isSettingsError(error)) throw refusal('unavailable', 'no_room', error.message);
    if (isOutOfRoom(error)) throw refusal('unavailable', 'no_room', restoreProblemOf(error));
    throw error;
  }
  const isEncrypted = await beginsAsAge(waiting);
  await rename(waiting, join(workplace, id + (isEncrypted ? ENCRYPTED_ARCHIVE : ARCHIVE)));
  return { id, isEncrypted };
}

async function beginsAsAge(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(AGE.length), 0, AGE.length, 0);
    return buffer.toString('latin1') === AGE;
  } finally {
    await file.close();
  }
}

const AGE = 'age-encryption.org/';
