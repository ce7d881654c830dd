/** `message` is for the person, `code` for programs. */
export type ErrorBody = { message: string; code: string; fields?: Record<string, string> };
