import { createHmac, timingSafeEqual } from 'node:crypto';

export type SignedCall = { dataId: string | null; requestId: string | null; signature: string | null };

/** The bank's documents disagree on the id's case and the unit of `ts`, so both are accepted; age is not checked. */
export function isSignedByBank({ dataId, requestId, signature }: SignedCall, secret: string): boolean {
  const parts = readParts(signature ?? '');
  const ts = parts.get('ts') ?? '';
  const v1 = parts.get('v1') ?? '';
  if (!/^\d{10,13}$/.test(ts) || !/^[0-9a-f]{64}$/i.test(v1)) return false;
  const claimed = Buffer.from(v1, 'hex');
  const spellings = new Set([dataId, dataId?.toLowerCase() ?? null, dataId?.toUpperCase() ?? null]);
  return [...spellings].some((id) => timingSafeEqual(sign(manifestOf(id, requestId, ts), secret), claimed));
}

/** A missing part is left out together with its name. */
function manifestOf(dataId: string | null, requestId: string | null, ts: string): string {
  return `${dataId ? `id:${dataId};` : ''}${requestId ? `request-id:${requestId};` : ''}ts:${ts};`;
}

function sign(manifest: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(manifest).digest();
}

function readParts(header: string): Map<string, string> {
  const pairs = header.split(',').map((part): [string, string] => {
    const equals = part.indexOf('=');
    return [part.slice(0, Math.max(equals, 0)).trim(), part.slice(equals + 1).trim()];
  });
  return new Map(pairs);
}
