import { useEffect, useState } from 'react';
import { serverNow, syncServerClock } from '#src/client/clock.ts';

/** `renderedAt` makes the first render match the server's HTML; null for what was created in the browser. */
export function useCountdown(endsAt: string, renderedAt: string | null): number {
  const [now, setNow] = useState(() => (renderedAt ? Date.parse(renderedAt) : serverNow()));

  useEffect(() => {
    if (renderedAt) syncServerClock(renderedAt);
  }, [renderedAt]);

  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, []);

  return Math.max(0, Date.parse(endsAt) - now);
}
