export type SpooledFile = { bytes: number; open(): AsyncIterable<Uint8Array> };

/** Keeps an upload in a file while `read` reads it, as often as it needs. */
export type Spool = <Result>(
  pieces: AsyncIterable<Uint8Array>,
  read: (file: SpooledFile) => Promise<Result>,
) => Promise<Result>;
