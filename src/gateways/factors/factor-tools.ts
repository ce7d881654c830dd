import type { FactorTools } from '#src/domain/access/factors/factor-tools.ts';
import { PASSKEY_ALGORITHMS } from '#src/wire/access/factors.ts';

/** The libraries are loaded with the first use: most starts of a shop need neither. */
export function openFactorTools(): FactorTools {
  return {
    async verifyAttestation(attestation, challengeId, { origin, domain }) {
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
      const verified = await orNull(
        verifyRegistrationResponse({
          response: { ...attestation, clientExtensionResults: {} },
          expectedChallenge: challengeId,
          expectedOrigin: origin,
          expectedRPID: domain,
          requireUserVerification: true,
          supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
        }),
      );
      if (!verified?.verified) return null;
      const { id, publicKey, counter } = verified.registrationInfo.credential;
      return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
    },
    async verifyAssertion({ response, ...assertion }, publicKey, challengeId, { origin, domain }) {
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
      const { userHandle, ...signed } = response;
      const verified = await orNull(
        verifyAuthenticationResponse({
          response: {
            ...assertion,
            response: { ...signed, ...(userHandle !== undefined && { userHandle }) },
            clientExtensionResults: {},
          },
          expectedChallenge: challengeId,
          expectedOrigin: origin,
          expectedRPID: domain,
          requireUserVerification: true,
          // It would judge the count before the signature, and anybody could say that a passkey was copied.
          credential: { id: assertion.id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
        }),
      );
      return verified?.verified ? { counter: verified.authenticationInfo.newCounter } : null;
    },
    async drawCodeSecret() {
      const { Secret } = await import('otpauth');
      return new Secret({ size: SECRET_BYTES }).base32;
    },
    async addressCodeApp({ secret, shopName, email }) {
      const { TOTP } = await import('otpauth');
      return new TOTP({ issuer: shopName, label: email, secret }).toString();
    },
    async findCodeStep(secret, code, now) {
      const { Secret, TOTP } = await import('otpauth');
      const timestamp = now.getTime();
      const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: 1 });
      return delta === null ? null : TOTP.counter({ timestamp }) + delta;
    },
  };
}

const SECRET_BYTES = 20;

/** The library throws for whatever does not verify, and what it reads was sent by a browser. */
async function orNull<Verified>(verifying: Promise<Verified>): Promise<Verified | null> {
  try {
    return await verifying;
  } catch {
    return null;
  }
}
