import { type BankResponse, callBank } from '../bank-calls.ts';

export type Call = {
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string>;
  /** The caller writes it once, so that a repeat has the very same bytes. */
  body?: string;
  idempotencyKey?: string;
  maximumBytes?: number;
};

/** Never rejects, and never outlasts its deadline. */
export type OrdersApi = { send(call: Call, deadline: Date): Promise<BankResponse> };

export function openOrdersApi({ apiUrl, accessToken }: { apiUrl: string; accessToken: string }): OrdersApi {
  return {
    send: (call, deadline) =>
      callBank(
        (init) =>
          fetch(addressOf(apiUrl, call), {
            ...init,
            method: call.method,
            headers: headersOf(call, accessToken),
            body: call.body ?? null,
          }),
        { deadline, maximumBytes: call.maximumBytes ?? MAXIMUM_RESPONSE_BYTES, leavesTimeToRetry: true },
      ),
  };
}

const MAXIMUM_RESPONSE_BYTES = 256 * 1024;

function addressOf(apiUrl: string, { path, query }: Call): URL {
  const address = new URL(apiUrl + path);
  for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value);
  return address;
}

function headersOf({ method, idempotencyKey }: Call, accessToken: string): Record<string, string> {
  return {
    Accept: 'application/json',
    Authorization: `Bearer ${accessToken}`,
    ...(method === 'POST' && { 'Content-Type': 'application/json' }),
    ...(idempotencyKey && { 'X-Idempotency-Key': idempotencyKey }),
  };
}
