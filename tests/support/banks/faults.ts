import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** `after`: the bank has processed the call, whatever the shop receives. */
export type Fault =
  | { kind: 'slow'; when: 'before' | 'after'; ms: number }
  | { kind: 'answer'; when: 'before' | 'after'; status: number; body?: unknown; retryAfter?: string }
  | { kind: 'garbage'; when: 'before' | 'after'; status?: number }
  | { kind: 'huge'; when: 'before' | 'after' }
  | { kind: 'half'; when: 'before' | 'after' }
  | { kind: 'reset'; when: 'before' | 'after' };

export type FaultSwitches<Act extends string> = {
  next(act: Act, ...faults: Fault[]): void;
  always(act: Act, fault: Fault): void;
  clear(): void;
};

export type FaultQueue<Act extends string> = FaultSwitches<Act> & { take(act: Act): Fault | undefined };

export function openFaultQueue<Act extends string>(): FaultQueue<Act> {
  const waiting = new Map<Act, Fault[]>();
  const lasting = new Map<Act, Fault>();
  return {
    next(act, ...faults) {
      waiting.set(act, [...(waiting.get(act) ?? []), ...faults]);
    },
    always(act, fault) {
      lasting.set(act, fault);
    },
    clear() {
      waiting.clear();
      lasting.clear();
    },
    take: (act) => waiting.get(act)?.shift() ?? lasting.get(act),
  };
}

/** Returns whether the fault itself ended the response. */
export async function inflict(fault: Fault, response: ServerResponse, whole: string): Promise<boolean> {
  switch (fault.kind) {
    case 'slow':
      await wait(fault.ms, undefined, { ref: false });
      return false;
    case 'answer':
      if (fault.retryAfter !== undefined) response.setHeader('retry-after', fault.retryAfter);
      response.writeHead(fault.status, { 'content-type': 'application/json' }).end(JSON.stringify(fault.body ?? {}));
      return true;
    case 'garbage':
      response.writeHead(fault.status ?? 200, { 'content-type': 'text/html' }).end('<html><h1>Bad Gateway</h1></html>');
      return true;
    case 'huge':
      response.writeHead(200, { 'content-type': 'application/json' }).end(whole + ' '.repeat(1_000_000));
      return true;
    case 'half':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(whole.slice(0, Math.max(1, Math.floor(whole.length / 2))));
      return true;
    case 'reset':
      response.socket?.resetAndDestroy();
      return true;
  }
}
