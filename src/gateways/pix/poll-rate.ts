/** Forty reads a second are the most: 10,000 open purchases take under five minutes without looking like an attack. */
export const POLL_RATE = { atOnce: 12, shortestMs: 300 };
