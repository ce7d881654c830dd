import { atom } from 'nanostores';

/** These times are cut to the second; on average they are half of one late. */
const HALF_A_SECOND_MS = 500;

/** How far the shop's clock is ahead of this device's, in milliseconds. Phones are wrong by minutes more often than one thinks. */
const $aheadMs = atom(0);

/** Takes note of a time that the server has just given: a `Date` header, or the moment when it made the page. */
export function noteServerTime(text: string | null): void {
  const serverMs = Date.parse(text ?? '');
  if (!Number.isNaN(serverMs)) $aheadMs.set(serverMs + HALF_A_SECOND_MS - Date.now());
}

/** The shop's time now, in milliseconds since 1970. */
export function serverNow(): number {
  return Date.now() + $aheadMs.get();
}
