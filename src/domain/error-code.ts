/** What may be told in the log of an error: its code alone, since its message may repeat what a person typed. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
