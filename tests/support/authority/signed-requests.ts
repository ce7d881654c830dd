import { createHash, createHmac, createPublicKey, type JsonWebKey, randomBytes, verify } from 'node:crypto';

export type Problem = { status: number; type: string; detail: string; headers?: Record<string, string> };

export type SignedRequest = { account: string; payload: Record<string, unknown> };

type Header = { alg?: string; nonce?: string; url?: string; jwk?: JsonWebKey; kid?: string };
type Jws = { protected: string; payload: string; signature: string };

/** Accounts are known by the thumbprint of their key. */
export function openSignedRequests(accountUrl: (account: string) => string) {
  const nonces = new Set<string>();
  const keys = new Map<string, JsonWebKey>();

  function read(body: string, url: string): SignedRequest | Problem {
    const jws: Jws = JSON.parse(body);
    const header: Header = JSON.parse(decode(jws.protected));
    if (!header.nonce || !nonces.delete(header.nonce)) return problem(400, 'badNonce', 'This nonce is not known.');
    if (header.url !== url) return problem(400, 'malformed', 'The signed address is another one.');
    const account = header.jwk
      ? thumbprint(header.jwk)
      : [...keys.keys()].find((key) => accountUrl(key) === header.kid);
    const key = header.jwk ?? keys.get(account ?? '');
    if (!account || !key) return problem(400, 'accountDoesNotExist', 'This account is not known.');
    const isSigned = verify(
      'sha256',
      Buffer.from(`${jws.protected}.${jws.payload}`),
      { key: createPublicKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(jws.signature, 'base64url'),
    );
    if (header.alg !== 'ES256' || !isSigned) return problem(400, 'malformed', 'The signature is wrong.');
    keys.set(account, key);
    return { account, payload: jws.payload === '' ? {} : JSON.parse(decode(jws.payload)) };
  }

  return {
    read,
    newNonce(): string {
      const nonce = randomBytes(16).toString('base64url');
      nonces.add(nonce);
      return nonce;
    },
    /** As a server that was restarted. */
    forgetNonces: () => nonces.clear(),
  };
}

/** RFC 8555, 7.3.4: the account's key, signed with what the authority gave out. */
export function judgeBinding(
  binding: unknown,
  { kid, hmacKey, account, url }: { kid: string; hmacKey: string; account: string; url: string },
): Problem | undefined {
  if (!binding) return problem(403, 'externalAccountRequired', 'An external account is required.');
  const jws = binding as Jws;
  const header: Header = JSON.parse(decode(jws.protected));
  const signature = createHmac('sha256', Buffer.from(hmacKey, 'base64url'))
    .update(`${jws.protected}.${jws.payload}`)
    .digest('base64url');
  const isRight =
    header.alg === 'HS256' &&
    header.kid === kid &&
    header.url === url &&
    jws.signature === signature &&
    thumbprint(JSON.parse(decode(jws.payload))) === account;
  return isRight ? undefined : problem(403, 'unauthorized', 'The external account binding is wrong.');
}

export function problem(status: number, type: string, detail: string, headers?: Record<string, string>): Problem {
  return { status, type: `urn:ietf:params:acme:error:${type}`, detail, ...(headers && { headers }) };
}

/** RFC 7638, of an elliptic key. */
function thumbprint({ crv, kty, x, y }: JsonWebKey): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

function decode(text: string): string {
  return Buffer.from(text, 'base64url').toString('utf8');
}
