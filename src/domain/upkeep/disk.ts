export type Disk = {
  /** Reads the fullest disk that the shop writes to; null where it keeps nothing on this machine. */
  readSpace(): Promise<DiskSpace | null>;
};

export type DiskSpace = { freeBytes: number; totalBytes: number };

export function isDiskFull(space: DiskSpace): boolean {
  return exactPercent(space) < FULL_PERCENT;
}

/** It was full and is not any more. */
export function isDiskRoomy(space: DiskSpace): boolean {
  return exactPercent(space) >= ROOMY_PERCENT;
}

export function freePercent(space: DiskSpace): number {
  return Math.floor(exactPercent(space));
}

function exactPercent({ freeBytes, totalBytes }: DiskSpace): number {
  return (100 * freeBytes) / totalBytes;
}

const FULL_PERCENT = 10;
const ROOMY_PERCENT = 12;
