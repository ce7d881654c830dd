/** A sign-in form as it was posted, and what is wrong with which field. */
export type RefusedForm = {
  intent: 'link' | 'code' | 'recover';
  typed: { email: string; code?: string; reference?: string };
  errors: Record<string, string>;
};
