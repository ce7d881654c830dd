/** The body of every refusal: a sentence for the person, a code for the program, and the fields that are wrong. */
export type ErrorBody = { message: string; code: string; fields?: Record<string, string> };
