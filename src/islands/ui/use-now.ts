import { useEffect, useState } from 'react';
import { serverNow } from '#src/client/clock.ts';

/** The server's time, updated every `everyMs`; null until hydration, so that the first render equals the server's. */
export function useNow(everyMs: number): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    const update = () => setNow(new Date(serverNow()));
    update();
    const timer = setInterval(update, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
