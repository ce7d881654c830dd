import { type Logger, pino } from 'pino';

/**
 * The log of the process. What enters it are ids, codes and durations; names, addresses, keys and bodies never do. It goes
 * through `stdout` and not through pino's own way there: that one stops the process for good, in the middle of its end, once
 * the log is a file on a full disk. What cannot be written is lost, and the store goes on.
 */
export function openLog(level: string): Logger {
  process.stdout.on('error', () => undefined);
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, process.stdout);
}
