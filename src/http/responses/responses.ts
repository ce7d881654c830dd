const FRESH = { 'Cache-Control': 'no-store' };

/** Proxies pass each piece on at once. */
export const UNBUFFERED = { 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' };

declare const sent: unique symbol;
/** Its body is this value as JSON. */
export type JsonResponse<Value> = Response & { readonly [sent]: Value };

/** Says its length, by which Express knows what is too small to be compressed. */
export function jsonResponse<Value>(
  value: Value,
  status = 200,
  headers: Record<string, string> = {},
): JsonResponse<Value> {
  const body = JSON.stringify(value ?? null);
  return new Response(body, {
    status,
    headers: {
      ...FRESH,
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      ...headers,
    },
  }) as JsonResponse<Value>;
}

export function jsonFile<Value>(name: string, value: Value): JsonResponse<Value> {
  return new Response(JSON.stringify(value, null, 2), {
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Disposition': `attachment; filename="${name}.json"`,
      'Content-Type': 'application/json; charset=utf-8',
    },
  }) as JsonResponse<Value>;
}

export function textFile(fileName: string, text: string): Response {
  return new Response(text, {
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Content-Type': 'application/octet-stream',
    },
  });
}

/** A mail, which has its styles in its elements, and nothing that runs. */
export function mailResponse(html: string): Response {
  return new Response(html, {
    headers: {
      ...FRESH,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src https: http:; frame-ancestors 'none'; sandbox",
    },
  });
}

export function doneOrAccepted<Value>(value: Value, isGoingOn: boolean): JsonResponse<Value> {
  return jsonResponse(value, isGoingOn ? 202 : 200);
}

export function redirectTo(address: string): Response {
  return new Response(null, { status: 302, headers: { ...FRESH, Location: address } });
}

export function seeOther(address: string): Response {
  return new Response(null, { status: 303, headers: { ...FRESH, Location: address } });
}
