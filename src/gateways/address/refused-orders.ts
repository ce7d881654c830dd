import type { OrderRefusal } from '#src/domain/address/public-address.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';

export type Refused = { reason: OrderRefusal; detail: string; heldMs: number | null };

type Response = { status: number; headers: Record<string, unknown>; data: unknown };
type Responses = {
  interceptors: {
    response: { use(read: (response: Response) => Response): number; eject(id: number): void };
  };
};

/** The library throws a text alone, so that its responses are read on the way. */
export function watchResponses(axios: unknown): { last(): Response | null; end(): void } {
  const { response: responses } = (axios as Responses).interceptors;
  let last: Response | null = null;
  const id = responses.use((response) => {
    last = response;
    return response;
  });
  return { last: () => last, end: () => responses.eject(id) };
}

export function readRefusal(error: unknown, last: Response | null): Refused {
  const status = last?.status ?? 0;
  if (status === 429 || typeOf(last?.data) === 'rateLimited') {
    return { reason: 'limited', detail: detailOf(error), heldMs: heldMs(last) };
  }
  if (status >= 500) return { reason: 'unreachable', detail: `HTTP ${status}`, heldMs: heldMs(last) };
  if (typeOf(last?.data) === 'accountDoesNotExist') {
    return { reason: 'account', detail: detailOf(error), heldMs: null };
  }
  if (typeOf(last?.data) === 'externalAccountRequired')
    return { reason: 'binding', detail: detailOf(error), heldMs: null };
  const code = errorCode(error, '');
  if (status === 0 || code !== '') return { reason: 'unreachable', detail: code || 'sem resposta', heldMs: null };
  // A challenge that failed is told in a body that is fine by itself.
  return { reason: status < 300 ? 'challenge' : 'other', detail: detailOf(error), heldMs: null };
}

function heldMs(response: Response | null): number {
  const header = response?.headers['retry-after'];
  const told = typeof header === 'string' ? header : '';
  const seconds = /^\d{1,7}$/.test(told) ? Number(told) : (Date.parse(told) - Date.now()) / 1_000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1_000, LONGEST_HOLD_MS) : USUAL_HOLD_MS;
}

const USUAL_HOLD_MS = 60 * 60_000;
const LONGEST_HOLD_MS = 8 * 24 * USUAL_HOLD_MS;

function typeOf(data: unknown): string | undefined {
  const type: unknown = typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined;
  return typeof type === 'string' ? type.replace('urn:ietf:params:acme:error:', '') : undefined;
}

/** It is shown to the owner as the authority's words. */
function detailOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const clean = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return clean.length > LONGEST_DETAIL ? `${clean.slice(0, LONGEST_DETAIL - 1)}…` : clean;
}

const LONGEST_DETAIL = 300;
