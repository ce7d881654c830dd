import type { Shop } from '../shop.ts';
import { readBackupBucket, readBackupSettings } from './backup-settings.ts';
import type { CopyPlace } from './restore-source.ts';

/** Where the shop's continuous copy lies, by its own settings. */
export async function findOwnCopy(shop: Shop): Promise<CopyPlace> {
  const settings = await readBackupSettings(shop);
  const bucket = settings.place === 'folder' ? null : await readBackupBucket(shop, settings);
  return bucket ? { folder: null, bucket } : { folder: shop.backups.folderOf(settings.folder), bucket: null };
}
