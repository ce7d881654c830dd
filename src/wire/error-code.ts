/** What may be told of an error: its code alone, since its message may repeat what a person typed. */
export function errorCode(error: unknown, otherwise = ''): string {
  return error instanceof Error && 'code' in error ? String(error.code) : otherwise;
}
