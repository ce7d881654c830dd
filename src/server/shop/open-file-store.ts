import type { Settings } from '#src/config.ts';
import type { FileStore } from '#src/domain/files/file-store.ts';
import type { SoldFileStore } from '#src/domain/files/sold-files.ts';
import { openFiles } from '#src/gateways/files/files.ts';
import { openSoldFiles } from '#src/gateways/files/sold-files.ts';

/** The bucket's code is loaded only where one is set. */
export async function openFileStore({ bucket, UPLOADS_DIR }: Settings): Promise<FileStore> {
  if (!bucket) return openFiles({ uploadsDir: UPLOADS_DIR });
  const { openBucket } = await import('#src/gateways/files/bucket/bucket.ts');
  return openBucket(bucket);
}

export async function openSoldFileStore({ bucket, FILES_DIR }: Settings): Promise<SoldFileStore> {
  if (!bucket) return openSoldFiles({ filesDir: FILES_DIR });
  const { openSoldFilesInBucket } = await import('#src/gateways/files/bucket/sold-files-in-bucket.ts');
  return openSoldFilesInBucket(bucket);
}
