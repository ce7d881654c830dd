import { fingerprint } from '#src/domain/ids.ts';
import { refusal } from '#src/domain/refusals.ts';

/** Names the bytes of a JSON response; whoever has them gets 304 without a body. */
export async function withEtag({ headers: sent }: Request, response: Response): Promise<Response> {
  if (response.status !== 200 || !response.headers.has('Content-Length')) return response;
  const body = await response.text();
  const headers = new Headers(response.headers);
  const etag = etagOf(body);
  headers.set('ETag', etag);
  if (!names(sent.get('if-none-match'), etag)) return new Response(body, { status: 200, headers });
  headers.delete('Content-Length');
  return new Response(null, { status: 304, headers });
}

/** Refuses a change where `If-Match` names another state of the row than `shown`, which its GET shows now. */
export function expectMatch({ headers }: Request, shown: unknown): void {
  const wanted = headers.get('if-match');
  if (wanted === null || names(wanted, etagOf(JSON.stringify(shown)))) return;
  throw refusal('changed', 'changed_meanwhile', 'Isto mudou desde que você leu. Leia de novo antes de mudar.');
}

function etagOf(body: string): string {
  return `"${fingerprint(body).slice(0, 32)}"`;
}

function names(header: string | null, etag: string): boolean {
  const named = header?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? [];
  return named.includes('*') || named.includes(etag);
}
