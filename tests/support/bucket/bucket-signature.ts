import { createHash } from 'node:crypto';
import { Sha256 } from '@aws-crypto/sha256-js';
import { HttpRequest } from '@smithy/protocol-http';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Call } from './bucket-server.ts';

export type Credentials = { key: string; secret: string; region: string };

/** Signs the call again with AWS's own code and compares; null when it is right, else the code that S3 answers. */
export async function judgeSignature(call: Call, credentials: Credentials, nowMs: number): Promise<string | null> {
  return call.query.has('X-Amz-Signature')
    ? judgeLink(call, credentials, nowMs)
    : judgeHeaders(call, credentials, nowMs);
}

const SKEW_MS = 15 * 60_000;
const HASH = 'x-amz-content-sha256';

async function judgeHeaders(call: Call, credentials: Credentials, nowMs: number): Promise<string | null> {
  const { headers, body } = call;
  const [, scope = '', signedNames = ''] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=[0-9a-f]{64}$/.exec(
      headers['authorization'] ?? '',
    ) ?? [];
  const signedAt = readDate(headers['x-amz-date']);
  const trouble = judgeScope(scope, credentials, signedAt);
  if (trouble || !signedAt) return trouble ?? 'AccessDenied';
  if (Math.abs(signedAt.getTime() - nowMs) > SKEW_MS) return 'RequestTimeTooSkewed';
  const names = signedNames.split(';');
  const mustBeSigned = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (!mustBeSigned.every((name) => names.includes(name))) return 'AccessDenied';
  const hash = headers[HASH];
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== createHash('sha256').update(body).digest('hex')) {
    return 'XAmzContentSHA256Mismatch';
  }
  const signed = Object.fromEntries(names.map((name) => [name, headers[name] ?? '']));
  const again = await signerOf(credentials).sign(requestOf(call, signed, Object.fromEntries(call.query)), {
    signingDate: signedAt,
    signableHeaders: new Set(names),
  });
  return again.headers['authorization'] === headers['authorization'] ? null : 'SignatureDoesNotMatch';
}

async function judgeLink(call: Call, credentials: Credentials, nowMs: number): Promise<string | null> {
  const {
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': scope = '',
    'X-Amz-Date': date,
    'X-Amz-Expires': expires,
    'X-Amz-Signature': signature,
    'X-Amz-SignedHeaders': signedNames = '',
    ...query
  } = Object.fromEntries(call.query);
  const signedAt = readDate(date);
  const expiresIn = Number(expires);
  if (algorithm !== 'AWS4-HMAC-SHA256' || !(expiresIn > 0 && expiresIn < 7 * 86_400))
    return 'AuthorizationQueryParametersError';
  const trouble = judgeScope(scope, credentials, signedAt);
  if (trouble || !signedAt) return trouble ?? 'AccessDenied';
  if (signedAt.getTime() - nowMs > SKEW_MS || signedAt.getTime() + expiresIn * 1_000 < nowMs) return 'AccessDenied';
  const names = signedNames.split(';');
  if (!names.includes('host')) return 'AccessDenied';
  const signed = Object.fromEntries(names.map((name) => [name, call.headers[name] ?? '']));
  // The payload of a link is unsigned, and no header says so.
  const request = requestOf(call, { ...signed, [HASH]: 'UNSIGNED-PAYLOAD' }, query);
  const hidden = new Set([HASH]);
  const options = { signingDate: signedAt, expiresIn, unsignableHeaders: hidden, unhoistableHeaders: hidden };
  const again = await signerOf(credentials).presign(request, options);
  return again.query?.['X-Amz-Signature'] === signature ? null : 'SignatureDoesNotMatch';
}

function judgeScope(scope: string, { key, region }: Credentials, signedAt: Date | null): string | null {
  const [givenKey, day, ...rest] = scope.split('/');
  if (givenKey !== key) return 'InvalidAccessKeyId';
  const isRight = signedAt?.toISOString().slice(0, 10).replaceAll('-', '') === day;
  return isRight && rest.join('/') === `${region}/s3/aws4_request` ? null : 'AuthorizationHeaderMalformed';
}

function signerOf({ key, secret, region }: Credentials): SignatureV4 {
  const credentials = { accessKeyId: key, secretAccessKey: secret };
  return new SignatureV4({ credentials, region, service: 's3', sha256: Sha256, uriEscapePath: false });
}

function requestOf(
  { method, url, path }: Call,
  headers: Record<string, string>,
  query: Record<string, string>,
): HttpRequest {
  return new HttpRequest({ method, protocol: url.protocol, hostname: url.hostname, path, query, headers });
}

/** Reads the form 20261122T190000Z. */
function readDate(text: string | undefined): Date | null {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '') ?? [];
  return year ? new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) : null;
}
