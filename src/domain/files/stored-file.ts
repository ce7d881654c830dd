export type StoredFile = {
  name: string;
  sizeBytes: number;
  type: string;
  modifiedAt: Date;
  /** A sold file has it, in hex. */
  sha256?: string;
  /** Both ends are included. Rejects when the file cannot be had; ending the iteration closes it. */
  read(start: number, end: number): Promise<FileReading>;
  /** A link to the file itself, where its store gives them to buyers. */
  link?(seconds: number, contentDisposition: string): Promise<string>;
};

/** `close` frees what a reading holds that nobody began to iterate. */
export type FileReading = { chunks: AsyncIterable<Uint8Array>; close?: () => void };
