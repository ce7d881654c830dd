/**
 * At most forty reads a second and twelve at once: 10,000 open purchases are polled within five minutes, and no bank takes that
 * for an attack.
 */
export const POLLING = { atOnce: 12, shortestMs: 300 };
