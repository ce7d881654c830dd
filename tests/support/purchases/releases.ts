import { type HttpRequest, Upload } from 'tus-js-client';
import type { Platform } from '#src/wire/products/platforms.ts';
import { PIECE_BYTES, type Release, TRANSFER_PATH } from '#src/wire/releases/releases.ts';
import type { Client } from '../calls/client.ts';
import { expectStatus } from './buy.ts';

export type SentFile = {
  releaseId: string;
  fileName: string;
  platform?: Platform;
  label?: string;
  bytes: Buffer;
};

type Sending = {
  url: string;
  chunkSize?: number;
  /** An earlier transfer to go on with. */
  uploadUrl?: string;
  retryDelays?: number[];
  onProgress?: (sentBytes: number) => void;
  onBegun?: (uploadUrl: string) => void;
};

/** Sends as the back-office's island does, with the same library. Rejects with the last failure. */
export function sendFile(owner: Client, file: SentFile, sending: Sending): Promise<string> {
  const { bytes, ...named } = file;
  const { url, chunkSize = PIECE_BYTES, uploadUrl, retryDelays = [], onProgress, onBegun } = sending;
  const metadata = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, String(value)]));
  const cookie = `session=${owner.cookies.get('session')}`;
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: url + TRANSFER_PATH,
      chunkSize,
      metadata,
      retryDelays,
      ...(uploadUrl && { uploadUrl }),
      onBeforeRequest: (request: HttpRequest) => request.setHeader('Cookie', cookie),
      onProgress: (sentBytes: number) => onProgress?.(sentBytes),
      onUploadUrlAvailable: () => onBegun?.(upload.url ?? ''),
      onSuccess: () => resolve(upload.url ?? ''),
      onError: reject,
    });
    upload.start();
  });
}

export async function draftRelease(
  owner: Client,
  productId: string,
  fields: { version: string; channel?: 'stable' | 'beta'; notes?: string },
): Promise<Release> {
  return expectStatus(await owner.post(`/api/admin/products/${productId}/releases`, fields), 201).json<Release>();
}

export async function listReleases(owner: Client, productId: string): Promise<Release[]> {
  return expectStatus(await owner.get(`/api/admin/products/${productId}/releases`), 200).json<Release[]>();
}

export async function publish(owner: Client, releaseId: string): Promise<Release> {
  return expectStatus(await owner.post(`/api/admin/releases/${releaseId}/publish`, {}), 200).json<Release>();
}

/** Each given name becomes one file. */
export async function publishVersion(
  owner: Client,
  productId: string,
  {
    url,
    files,
    ...fields
  }: { version: string; channel?: 'stable' | 'beta'; notes?: string; url: string; files: Record<string, Buffer> },
): Promise<Release> {
  const { id } = await draftRelease(owner, productId, fields);
  for (const [fileName, bytes] of Object.entries(files)) {
    await sendFile(owner, { releaseId: id, fileName, bytes }, { url });
  }
  return publish(owner, id);
}
