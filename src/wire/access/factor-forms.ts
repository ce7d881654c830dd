import * as z from 'zod/mini';
import { line } from '../basics/text.ts';
import { LONG_PASSWORD } from './auth.ts';
import { FACTOR_TEXTS } from './factor-texts.ts';

const encoded = (most: number) =>
  z.string(FACTOR_TEXTS.notMade).check(z.regex(/^[\w-]+$/, FACTOR_TEXTS.notMade), z.maxLength(most));

export const ChallengeId = encoded(100);

export const Challenge = z.object({ challengeId: z.string() });

/** As browsers write what a passkey signed: WebAuthn 3, AuthenticationResponseJSON. */
export const Assertion = z.object({
  id: encoded(1_400),
  rawId: encoded(1_400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded(8_192),
    authenticatorData: encoded(8_192),
    signature: encoded(8_192),
    userHandle: z.optional(encoded(100)),
  }),
});
export type Assertion = z.infer<typeof Assertion>;

/** The same of a new passkey. */
export const Attestation = z.object({
  id: encoded(1_400),
  rawId: encoded(1_400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded(8_192),
    attestationObject: encoded(32_768),
  }),
});
export type Attestation = z.infer<typeof Attestation>;

const Code = z.string(FACTOR_TEXTS.noCode).check(z.minLength(1, FACTOR_TEXTS.noCode), z.maxLength(40));

/** A code, or what a passkey signed. */
const Proof = {
  code: z.optional(Code),
  assertion: z.optional(Assertion),
};

export const SecondFactor = z.object({ challengeId: ChallengeId, ...Proof });
export type SecondFactor = z.infer<typeof SecondFactor>;

export const PasskeySignIn = z.object({ challengeId: ChallengeId, assertion: Assertion });
export type PasskeySignIn = z.infer<typeof PasskeySignIn>;

/** `current` is the password of a person without a factor. */
export const ConfirmIdentity = z.object({
  current: z.optional(z.string().check(z.maxLength(200, LONG_PASSWORD))),
  challengeId: z.optional(ChallengeId),
  ...Proof,
});
export type ConfirmIdentity = z.infer<typeof ConfirmIdentity>;

const PasskeyName = line(1, 60, FACTOR_TEXTS.name);

export const AddPasskey = z.object({ challengeId: ChallengeId, name: PasskeyName, attestation: Attestation });
export type AddPasskey = z.infer<typeof AddPasskey>;

export const RenamePasskey = z.object({ name: PasskeyName });
export type RenamePasskey = z.infer<typeof RenamePasskey>;

export const ConfirmCodeApp = z.object({ code: Code });
export type ConfirmCodeApp = z.infer<typeof ConfirmCodeApp>;
