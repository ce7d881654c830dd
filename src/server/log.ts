import { type Logger, pino } from 'pino';

/** The log of the process. What enters it are ids, codes and durations; names, addresses, keys and bodies never do. */
export function openLog(level: string): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
}
