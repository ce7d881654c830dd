import { hostname } from 'node:os';
import { type Logger, pino } from 'pino';

/** Log ids, codes and durations only. Writes to `stdout`, because pino's own destination blocks the process on a full disk. */
export function openLog(level: string): Logger {
  // A process may open several.
  if (!process.stdout.listeners('error').includes(goOn)) process.stdout.on('error', goOn);
  return pino(
    { level, base: { host: hostname(), pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
    process.stdout,
  );
}

function goOn(): void {}
