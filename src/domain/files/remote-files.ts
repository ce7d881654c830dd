/** Product files may be hosted elsewhere, and are proxied so that no buyer learns their URL. */
export type RemoteFiles = {
  /** Never rejects; the reader must close what was opened. */
  open(url: string, wanted: WantedFile): Promise<RemoteOpening>;
  close(): Promise<void>;
};

export type WantedFile = {
  /** It is one HTTP range, or null for the whole file. */
  range: string | null;
  conditions: Record<string, string>;
  buyer: string;
  signal: AbortSignal;
};

export type RemoteOpening = { outcome: 'opened'; file: RemoteFile } | { outcome: 'failed'; reason: RemoteFailure };

/** `forbidden` is a private network or no TLS, `page` HTML instead of the file, `busy` our own limit. */
export type RemoteFailure = 'forbidden' | 'unreachable' | 'refused' | 'slow' | 'page' | 'busy';

export type RemoteFile = {
  state: 'whole' | 'part' | 'unchanged' | 'changed' | 'no_such_part';
  name: string;
  type: string;
  facts: Record<string, string>;
  /** Throws when the server stops sending. */
  body: AsyncIterable<Uint8Array>;
  close(): void;
};
