import { atom } from 'nanostores';

/** Header times are cut to the second, so on average half a second late. */
const HALF_A_SECOND_MS = 500;

/** The server's clock is so many milliseconds ahead of this device's; phones are often minutes off. */
const $aheadMs = atom(0);

export function syncServerClock(text: string | null): void {
  const serverMs = Date.parse(text ?? '');
  if (!Number.isNaN(serverMs)) $aheadMs.set(serverMs + HALF_A_SECOND_MS - Date.now());
}

export function serverNow(): number {
  return Date.now() + $aheadMs.get();
}
