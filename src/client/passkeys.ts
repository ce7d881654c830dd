import type { Assertion, Attestation } from '#src/wire/access/factor-forms.ts';
import { PASSKEY_ALGORITHMS, type PasskeyBegun } from '#src/wire/access/factors.ts';

/** Loaded only where a person uses a passkey. */
const library = () => import('@simplewebauthn/browser');

export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** Lets the browser offer passkeys in the field of the e-mail. */
export async function canOfferPasskeys(): Promise<boolean> {
  return canUsePasskeys() && (await library()).browserSupportsWebAuthnAutofill();
}

/** Any passkey of this address; `isOffered` waits in the field until the person chooses one. */
export async function signWithPasskey(challengeId: string, isOffered = false): Promise<Assertion> {
  const { startAuthentication } = await library();
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: { challenge: challengeId, userVerification: 'required', allowCredentials: [] },
    useBrowserAutofill: isOffered,
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    ...{ id, rawId, type: 'public-key' as const },
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
}

export async function makePasskey({ challengeId, domain, ...begun }: PasskeyBegun): Promise<Attestation> {
  const { startRegistration } = await library();
  const { id, rawId, response } = await startRegistration({
    optionsJSON: {
      challenge: challengeId,
      rp: { id: domain, name: begun.shopName },
      user: { id: begun.userHandle, name: begun.email, displayName: begun.name },
      pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: begun.known.map((id) => ({ type: 'public-key', id })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    },
  });
  const { clientDataJSON, attestationObject } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject } };
}

/** The person closed the browser's window, or let it wait too long. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}
