import { createHash, type Hash } from 'node:crypto';

/** Digests of drafts whose every byte arrived in this process. */
export function openUploadDigests() {
  const known = new Map<string, { hash: Hash; offsetBytes: number }>();
  return {
    /** Returns null where an earlier piece arrived elsewhere, or before a restart. */
    begin(name: string, offsetBytes: number): Hash | null {
      if (offsetBytes === 0) return createHash('sha256');
      const found = known.get(name);
      return found?.offsetBytes === offsetBytes ? found.hash.copy() : null;
    },
    keep(name: string, offsetBytes: number, hash: Hash | null): void {
      if (hash) known.set(name, { hash, offsetBytes });
      else known.delete(name);
    },
    differs(name: string, sizeBytes: number, sha256: string): boolean {
      const found = known.get(name);
      return found?.offsetBytes === sizeBytes && found.hash.copy().digest('hex') !== sha256;
    },
    forget(name: string): void {
      known.delete(name);
    },
  };
}

/** Returns null at the end of the source. What the source fails with is no failure of the store. */
export async function takeChunk(
  source: AsyncIterator<Uint8Array>,
): Promise<{ chunk: Uint8Array } | { brokenBy: Error | null }> {
  try {
    const next = await source.next();
    return next.done ? { brokenBy: null } : { chunk: next.value };
  } catch (error) {
    return { brokenBy: error instanceof Error ? error : new Error('The source broke off.', { cause: error }) };
  }
}

export async function sha256Of(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}
