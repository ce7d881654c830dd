import type { Assertion, Attestation } from '#src/wire/access/factor-forms.ts';

/** Where browsers make and use passkeys: the shop's own address, whatever proxies stand in front of it. */
export type PasskeyPlace = { origin: string; domain: string };

/** The arithmetic of second factors, without what the shop knows. */
export type FactorTools = {
  /** Returns null unless the browser made it here for this challenge, and knew its person. */
  verifyAttestation(
    attestation: Attestation,
    challengeId: string,
    place: PasskeyPlace,
  ): Promise<{ id: string; publicKey: string; counter: number } | null>;
  /** Returns null unless the key signed this challenge here, and its person was known; how far it counts is left to the caller. */
  verifyAssertion(
    assertion: Assertion,
    publicKey: string,
    challengeId: string,
    place: PasskeyPlace,
  ): Promise<{ counter: number } | null>;
  /** 160 random bits, as apps take them. */
  drawCodeSecret(): Promise<string>;
  addressCodeApp(app: { secret: string; shopName: string; email: string }): Promise<string>;
  /** Returns the step of 30 seconds that the code is of, within one of now; null for a wrong code. */
  findCodeStep(secret: string, code: string, now: Date): Promise<number | null>;
};
