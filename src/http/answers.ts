const FRESH = { 'Cache-Control': 'no-store' };

/** 200 with a value as JSON. */
export function jsonAnswer(value: unknown): Response {
  return Response.json(value ?? null, { headers: FRESH });
}

/** 201 with what was made, as JSON. */
export function created(value: unknown): Response {
  return Response.json(value, { status: 201, headers: FRESH });
}

/** 202 with how things stand, as JSON: what was asked for goes on. */
export function accepted(value: unknown): Response {
  return Response.json(value, { status: 202, headers: FRESH });
}

/** A value as a JSON file to keep, written to be read by a person too. */
export function jsonFile(name: string, value: unknown): Response {
  return new Response(JSON.stringify(value, null, 2), {
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Disposition': `attachment; filename="${name}.json"`,
      'Content-Type': 'application/json; charset=utf-8',
    },
  });
}

/** 202 while what was asked for goes on, 200 once it is done; how things stand as JSON. */
export function doneOrAccepted(value: unknown, isGoingOn: boolean): Response {
  return isGoingOn ? accepted(value) : jsonAnswer(value);
}

/** 302 to an address of somebody else's. */
export function redirectTo(address: string): Response {
  return new Response(null, { status: 302, headers: { ...FRESH, Location: address } });
}
