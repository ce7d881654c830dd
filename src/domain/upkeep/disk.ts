export type Disk = {
  /** Reads the fullest disk that the shop writes to; null where it keeps nothing on this machine. */
  readSpace(): Promise<DiskSpace | null>;
};

export type DiskSpace = { freeBytes: number; totalBytes: number };
