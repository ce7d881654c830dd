import type { RequestListener, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export type RequestsUnderWay = {
  answer: RequestListener;
  /** Waits for their answers, and cuts off those that take longer. */
  drain(longestMs: number): Promise<void>;
};

export function countUnderWay(listener: RequestListener): RequestsUnderWay {
  const underWay = new Set<ServerResponse>();
  let noteIdle = () => {};
  return {
    answer(request, response) {
      underWay.add(response);
      response.once('close', () => {
        underWay.delete(response);
        if (underWay.size === 0) noteIdle();
      });
      listener(request, response);
    },
    async drain(longestMs) {
      if (underWay.size === 0) return;
      const idle = new Promise<void>((resolve) => {
        noteIdle = resolve;
      });
      const late = new AbortController();
      await Promise.race([idle, wait(longestMs, undefined, { signal: late.signal })]);
      late.abort();
      for (const response of underWay) response.destroy();
    },
  };
}
