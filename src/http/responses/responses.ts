const FRESH = { 'Cache-Control': 'no-store' };

/** Proxies pass each piece on at once. */
export const UNBUFFERED = { 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' };

/** Says its length, by which Express knows what is too small to be compressed. */
export function jsonResponse(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const body = JSON.stringify(value ?? null);
  return new Response(body, {
    status,
    headers: {
      ...FRESH,
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      ...headers,
    },
  });
}

export function created(value: unknown): Response {
  return jsonResponse(value, 201);
}

export function accepted(value: unknown): Response {
  return jsonResponse(value, 202);
}

export function jsonFile(name: string, value: unknown): Response {
  return new Response(JSON.stringify(value, null, 2), {
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Disposition': `attachment; filename="${name}.json"`,
      'Content-Type': 'application/json; charset=utf-8',
    },
  });
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

export function doneOrAccepted(value: unknown, isGoingOn: boolean): Response {
  return isGoingOn ? accepted(value) : jsonResponse(value);
}

export function redirectTo(address: string): Response {
  return new Response(null, { status: 302, headers: { ...FRESH, Location: address } });
}

export function seeOther(address: string): Response {
  return new Response(null, { status: 303, headers: { ...FRESH, Location: address } });
}
