import { HOUR_MS } from './durations.ts';

/** How long an unpaid purchase may be paid. */
export const PAYMENT_WINDOW_MS = 2 * HOUR_MS;
