import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Assertion, Attestation } from '#src/wire/access/factor-forms.ts';

type Place = { origin: string; domain: string };
type Signing = { counter?: number; isVerified?: boolean; userHandle?: string } & Partial<Place>;

export type SoftwarePasskey = {
  id: string;
  attest(challengeId: string, how?: Signing): Attestation;
  assert(challengeId: string, how?: Signing): Assertion;
};

/** What a device does with WebAuthn: ES256, attestation `none`. */
export function makeSoftwarePasskey(place: Place): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const rawId = randomBytes(32);
  const id = rawId.toString('base64url');
  // COSE: kty 2, alg -7, crv 1, x, y.
  const cose = new Map<number, number | Uint8Array<ArrayBuffer>>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  const say = (type: string, challenge: string, { origin = place.origin }: Signing) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = ({ counter = 0, isVerified = true, domain = place.domain }: Signing, flags: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(Buffer.from(domain)), Buffer.from([flags | (isVerified ? 5 : 1)]), count]);
  };
  return {
    id,
    attest(challengeId, how = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const key = Buffer.from(isoCBOR.encode(cose));
      const authData = Buffer.concat([head(how, 0x40), Buffer.alloc(16), length, rawId, key]);
      const object = new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: say('webauthn.create', challengeId, how).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(object)).toString('base64url'),
        },
      };
    },
    assert(challengeId, how = {}) {
      const client = say('webauthn.get', challengeId, how);
      const authData = head(how, 0);
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey);
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(how.userHandle !== undefined && { userHandle: how.userHandle }),
        },
      };
    },
  };
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
