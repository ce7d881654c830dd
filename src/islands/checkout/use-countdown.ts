import { useEffect, useState } from 'react';
import { noteServerTime, serverNow } from '#src/client/clock.ts';

/**
 * Milliseconds until a time, by the shop's clock, told every second. `renderedAt` is when the server made the page: the
 * first render must say what its HTML says. Null for what was made in the browser.
 */
export function useCountdown(endsAt: string, renderedAt: string | null): number {
  const [now, setNow] = useState(() => (renderedAt ? Date.parse(renderedAt) : serverNow()));

  useEffect(() => {
    if (renderedAt) noteServerTime(renderedAt);
  }, [renderedAt]);

  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, []);

  return Math.max(0, Date.parse(endsAt) - now);
}
