/** The message is left out, since it may repeat personal data. */
export function errorCode(error: unknown, otherwise = ''): string {
  return error instanceof Error && 'code' in error ? String(error.code) : otherwise;
}
