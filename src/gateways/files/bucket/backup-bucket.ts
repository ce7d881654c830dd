import type { BucketSettings } from '#src/config.ts';
import type { BackupBucket } from '#src/domain/backups/restore-source.ts';
import type { StoredFile } from '#src/domain/files/stored-file.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import type { CheckStep } from '#src/wire/upkeep/findings.ts';
import { findKey, listObjects } from './bucket.ts';
import { openBucketCalls } from './bucket-calls.ts';
import { isBucketError } from './bucket-errors.ts';
import { OF_SCREEN, sentenceOf } from './bucket-sentences.ts';
import { openBucketWriter } from './bucket-writer.ts';
import { checkBackupBucket as check } from './check-bucket.ts';

/** Whole backups as single objects in a bucket of their own. Throws sentences for the owner. */
export function openBackupBucket(bucket: BackupBucket) {
  const settings = toSettings(bucket);
  const calls = openBucketCalls(settings);
  const keyOf = (name: string) => settings.prefix + name;
  const told = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      throw isBucketError(error) ? settingsError(sentenceOf(error, settings, OF_SCREEN), error) : error;
    }
  };
  const find = (name: string): Promise<StoredFile | undefined> =>
    told(findKey(calls, { key: keyOf(name), name, isLinked: false }));
  return {
    find,
    /** Nothing is seen of it before it is whole. */
    async put(name: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
      const writer = openBucketWriter(calls, keyOf(name), 'application/octet-stream');
      let sizeBytes = 0;
      try {
        for await (const chunk of chunks) {
          sizeBytes += chunk.length;
          await told(writer.write(chunk));
        }
        await told(writer.complete());
      } finally {
        await writer.abort();
      }
      const stored = await find(name);
      if (stored?.sizeBytes !== sizeBytes) throw settingsError('O arquivo enviado não está inteiro no balde.');
    },
    /** In one call, so that a piece of a few megabytes costs one request. */
    async putSmall(name: string, body: Uint8Array): Promise<void> {
      const headers = { 'content-type': 'application/octet-stream' };
      await told(calls.ask({ method: 'PUT', key: keyOf(name), headers, body, patience: calls.timeouts.sending }));
    },
    /** The names go on from the prefix. */
    async list(prefix: string): Promise<{ name: string; sizeBytes: number }[]> {
      return told(collect(listObjects(calls, keyOf(prefix))));
    },
    async remove(name: string): Promise<void> {
      await told(calls.ask({ method: 'DELETE', key: keyOf(name), accepts: [404] }));
    },
    close: () => calls.close(),
  };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export function checkBackupBucket(bucket: BackupBucket): AsyncIterable<CheckStep> {
  return check(toSettings(bucket));
}

function toSettings({ endpoint, prefix, ...rest }: BackupBucket): BucketSettings {
  const folder = prefix.replace(/^\/+|\/+$/g, '');
  return { ...rest, endpoint: endpoint.replace(/\/+$/, ''), prefix: folder && `${folder}/`, isLinked: false };
}
