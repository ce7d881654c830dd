const FRESH = { 'Cache-Control': 'no-store' };

/** 200 with a value as JSON. */
export function jsonAnswer(value: unknown, status = 200): Response {
  return Response.json(value ?? null, { status, headers: FRESH });
}

/** 201: something was made. */
export function created(value: unknown): Response {
  return jsonAnswer(value, 201);
}

/** 202: it is under way. */
export function accepted(value: unknown): Response {
  return jsonAnswer(value, 202);
}

/** 302 to an address of somebody else's. */
export function redirectTo(address: string): Response {
  return new Response(null, { status: 302, headers: { ...FRESH, Location: address } });
}
