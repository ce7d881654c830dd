import type { Settings } from '#src/config.ts';
import type { FileStore } from '#src/domain/shop.ts';
import { openFiles } from '#src/gateways/files/files.ts';

/** The bucket's code is loaded only where one is set. */
export async function openFileStore({ bucket, UPLOADS_DIR }: Settings): Promise<FileStore> {
  if (!bucket) return openFiles({ uploadsDir: UPLOADS_DIR });
  const { openBucket } = await import('#src/gateways/files/bucket.ts');
  return openBucket(bucket);
}
