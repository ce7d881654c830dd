import type { DetailedError, PreviousUpload, Upload } from 'tus-js-client';
import { ApiError, refusedCall, sentenceOf } from '#src/client/api.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import type { Platform } from '#src/wire/products/platforms.ts';
import { PIECE_BYTES, TRANSFER_KEPT_HOURS, TRANSFER_PATH } from '#src/wire/releases/releases.ts';

export type TransferNews =
  | { name: 'sending'; sentBytes: number }
  | { name: 'broken' }
  | { name: 'refused'; message: string; error: ApiError }
  | { name: 'sent' };

type NewTransfer = { file: File; releaseId: string; platform: Platform; label: string };

export type Transfer = {
  pause: () => void;
  resume: () => void;
  /** It removes what the shop has of it, too. */
  cancel: () => Promise<void>;
};

/** The tries take about two minutes; after that the browser's `online` event or the person goes on. */
const RETRY_DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

/** Sends a file in pieces, from where an earlier try of the same file stopped. */
export async function startTransfer(
  { file, releaseId, platform, label }: NewTransfer,
  tell: (news: TransferNews) => void,
): Promise<Transfer> {
  const { Upload: TusUpload } = await import('tus-js-client');
  const upload = new TusUpload(file, {
    endpoint: TRANSFER_PATH,
    chunkSize: PIECE_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    // The protocol has no empty value.
    metadata: { releaseId, fileName: file.name, platform, ...(label.trim() && { label }) },
    fingerprint: async () => fingerprintOf(releaseId, file),
    removeFingerprintOnSuccess: true,
    onProgress: (sentBytes) => tell({ name: 'sending', sentBytes }),
    onShouldRetry: (error) => {
      const isRetried = isPassing(error);
      if (isRetried) tell({ name: 'broken' });
      return isRetried;
    },
    onError: (error) => tell(newsOf(error)),
    onSuccess: () => tell({ name: 'sent' }),
  });
  await resumeEarlier(upload);
  upload.start();
  return {
    pause: () => void upload.abort(),
    // Ends a try that waits for its turn.
    resume: () => void upload.abort().then(() => upload.start()),
    cancel: () => upload.abort(true),
  };
}

export type UnfinishedTransfer = { fileName: string; sizeBytes: number };

const PREFIX = 'envio';

/** Finds what this browser began to send for the version and can still go on with, once the file is chosen again. */
export async function findUnfinished(releaseId: string): Promise<UnfinishedTransfer[]> {
  const { defaultOptions } = await import('tus-js-client');
  const known = await defaultOptions.urlStorage.findAllUploads();
  return known
    .filter((upload) => upload.metadata['releaseId'] === releaseId && isKept(upload))
    .map(({ metadata, size }) => ({ fileName: metadata['fileName'] ?? '', sizeBytes: size ?? 0 }));
}

function fingerprintOf(releaseId: string, { name, size, lastModified }: File): string {
  return [PREFIX, releaseId, name, size, lastModified].join('-');
}

async function resumeEarlier(upload: Upload): Promise<void> {
  const earlier = (await upload.findPreviousUploads()).filter(isKept);
  const [newest] = earlier.toSorted((one, other) => Date.parse(other.creationTime) - Date.parse(one.creationTime));
  if (newest) upload.resumeFromPreviousUpload(newest);
}

function isKept({ creationTime }: PreviousUpload): boolean {
  return Date.now() - Date.parse(creationTime) < TRANSFER_KEPT_HOURS * HOUR_MS;
}

function newsOf(error: Error | DetailedError): TransferNews {
  if (isPassing(error)) return { name: 'broken' };
  const refusal = refusalOf(error);
  return { name: 'refused', message: sentenceOf(refusal), error: refusal };
}

/** No response, or a busy or restarting server: the next try may pass. */
function isPassing(error: Error | DetailedError): boolean {
  const { status, code } = refusalOf(error);
  if (code === 'no_room') return false;
  return status === 0 || code === 'other_offset' || status === 423 || status === 429 || status >= 500;
}

function refusalOf(error: Error | DetailedError): ApiError {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (response) return refusedCall({ status: response.getStatus(), statusText: '' }, response.getBody());
  return new ApiError(0, { message: error.message, code: 'unknown' });
}
