import type { Platform } from '#src/wire/products/platforms.ts';
import type { AnnouncementState } from '#src/wire/releases/announcements.ts';
import type { ReleaseChannel, ReleaseState } from '#src/wire/releases/releases.ts';
import type { Flag } from './columns.ts';

export type ReleaseRow = {
  id: string;
  productId: string;
  version: string;
  channel: ReleaseChannel;
  state: ReleaseState;
  /** It is Markdown. */
  notes: string;
  isCritical: Flag;
  createdAt: string;
  publishedAt: string | null;
  withdrawnAt: string | null;
  withdrawnReason: string | null;
};

export type ReleaseFileRow = {
  id: string;
  releaseId: string;
  platform: Platform;
  label: string;
  fileName: string;
  sizeBytes: number;
  sha256: string;
  /** Its name in the store of sold files, which tells nothing. */
  storedAs: string;
  downloads: number;
  createdAt: string;
  sizeCheckedAt: string;
  contentCheckedAt: string;
  /** It is set while the stored file is not what was uploaded; nobody gets it then. */
  damagedAt: string | null;
  /** It arrived after its version was published, and nobody gets it yet. */
  awaitsPublication: Flag;
};

/** The row stays after the transfer, and outlives the file: what is stored and belongs to no file is removed by it. */
export type FileTransferRow = {
  id: string;
  releaseId: string;
  actorId: string;
  platform: Platform;
  label: string;
  fileName: string;
  sizeBytes: number;
  storedAs: string;
  /** The store has so much safely. */
  offsetBytes: number;
  /** The store wrote what it needs to go on. */
  storeState: string;
  createdAt: string;
  updatedAt: string;
  finishedAt: string | null;
  /** They say who writes the next piece, and until when nobody else may. */
  leasedBy: string | null;
  leasedUntil: string | null;
};

/** Each item, file and hour (`2026-11-22T14`) has one row. */
export type FileDownloadRow = { itemId: string; fileId: string; hour: string };

/** `queuedAt` is set once everybody has a row in the outbox; until then `audience` is an estimate. */
export type AnnouncementRow = {
  releaseId: string;
  /** The version got its file later for this one; empty in the version's own notice. */
  platform: Platform | '';
  state: AnnouncementState;
  audience: number;
  lastCustomerId: string;
  queuedAt: string | null;
  createdAt: string;
  endedAt: string | null;
};
