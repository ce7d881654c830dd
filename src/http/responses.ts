const FRESH = { 'Cache-Control': 'no-store' };

export function jsonResponse(value: unknown): Response {
  return Response.json(value ?? null, { headers: FRESH });
}

export function created(value: unknown): Response {
  return Response.json(value, { status: 201, headers: FRESH });
}

export function accepted(value: unknown): Response {
  return Response.json(value, { status: 202, headers: FRESH });
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
