import { useEffect, useState } from 'react';
import { serverNow } from '#src/client/clock.ts';

/** The shop's time, looked at every `everyMs`; null until the page is alive, so that the first rendering is the server's. */
export function useNow(everyMs: number): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    const look = () => setNow(new Date(serverNow()));
    look();
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
