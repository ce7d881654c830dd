import type { BucketAddress } from '#src/wire/backups/backups.ts';

export type BackupBucket = BucketAddress & { secret: string };

/** Where a continuous copy lies. */
export type CopyPlace = { folder: string; bucket: null } | { folder: null; bucket: BackupBucket };

/** Where the backup to restore lies: any other source is one more kind here, in `sourceOf`, and in `bringBackup`. */
export type RestoreSource =
  | { kind: 'folder'; path: string }
  | { kind: 'file'; path: string; isEncrypted: boolean }
  | { kind: 'bucket'; bucket: BackupBucket; name: string; isEncrypted: boolean }
  | { kind: 'continuous'; place: CopyPlace };
