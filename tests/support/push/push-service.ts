import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { importJWK, jwtVerify } from 'jose';
import { openRemoteServer, REMOTE_AUTHORITY } from '../bucket/remote-server.ts';

export { REMOTE_AUTHORITY };

/** What a browser would show, with what the service read of the request. */
export type Arrived = {
  title: string;
  body?: string;
  path: string;
  tag: string;
  icon: string;
  headers: IncomingMessage['headers'];
  /** The key that signed, in base64url. */
  signedBy: string;
  contact: string;
};

/** A push service by RFC 8030, and the browsers that it serves: they decrypt by RFC 8291, it judges the signature by RFC 8292. */
export async function openPushService(clock: () => Date) {
  const server = await openRemoteServer();
  const browsers = new Map<string, Browser & { arrived: Arrived[] }>();
  let status = 201;
  server.answer((request, response) => {
    const answer = async () => {
      const body = await bytesOf(request);
      const browser = browsers.get(request.url ?? '');
      if (!browser) return 404;
      if (status !== 201) return status;
      const signature = await judgeSignature(request, server.url, clock());
      browser.arrived.push({ ...JSON.parse(decrypt(body, browser)), headers: request.headers, ...signature });
      return 201;
    };
    answer().then(
      (code) => response.writeHead(code).end(),
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  });
  return {
    connections: server.connections,
    close: server.close,
    answerWith(next: number) {
      status = next;
    },
    /** A browser subscribes; what it is told arrives in `arrived`. */
    subscribe() {
      const path = `/push/${randomBytes(8).toString('hex')}`;
      const browser = { pair: createECDH('prime256v1'), authSecret: randomBytes(16).toString('base64url') };
      const publicKey = browser.pair.generateKeys('base64url');
      const arrived: Arrived[] = [];
      browsers.set(path, { ...browser, arrived });
      const keys = { publicKey, authSecret: browser.authSecret };
      return {
        device: { endpoint: `${server.url}${path}`, ...keys },
        arrived,
        unsubscribe: () => browsers.delete(path),
      };
    },
  };
}

type Browser = { pair: ECDH; authSecret: string };

export function decrypt(body: Buffer, { pair, authSecret }: Browser): string {
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))];
  const sealed = body.subarray(21 + sender.length);
  const derive = (secret: Buffer, from: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const secret = derive(pair.computeSecret(sender), Buffer.from(authSecret, 'base64url'), info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    key,
    derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  );
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (sealed.length + sender.length > 4_096 || padded.subarray(end + 1).some((byte) => byte !== 0)) {
    throw new Error('The message is no single record.');
  }
  return padded.subarray(0, end).toString('utf8');
}

async function judgeSignature({ method, headers }: IncomingMessage, audience: string, currentDate: Date) {
  const { t: token = '', k: key = '' } =
    /^vapid t=(?<t>[\w.-]+), k=(?<k>[\w-]{87})$/.exec(headers.authorization ?? '')?.groups ?? {};
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const signer = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
  const { payload } = await jwtVerify(token, signer, { algorithms: ['ES256'], audience, currentDate });
  const lasts = (payload.exp ?? 0) - currentDate.getTime() / 1_000;
  const isRight = method === 'POST' && headers['content-encoding'] === 'aes128gcm' && lasts > 0 && lasts <= 86_400;
  if (!isRight) throw new Error('The request is not one of RFC 8030 and 8292.');
  return { signedBy: key, contact: payload.sub ?? '' };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
