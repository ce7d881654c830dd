const FRESH = { 'Cache-Control': 'no-store' };

/** 200 with a value as JSON. */
export function jsonAnswer(value: unknown): Response {
  return Response.json(value ?? null, { headers: FRESH });
}

/** 302 to an address of somebody else's. */
export function redirectTo(address: string): Response {
  return new Response(null, { status: 302, headers: { ...FRESH, Location: address } });
}
