export type SettingsError = Error & { kind: 'settings' };

export function settingsError(sentence: string, cause?: unknown): SettingsError {
  const error = cause === undefined ? new Error(sentence) : new Error(sentence, { cause });
  return Object.assign(error, { kind: 'settings' as const });
}

/** Asks for `kind`, since bundle and sources load separate copies of this module. */
export function isSettingsError(error: unknown): error is SettingsError {
  return error instanceof Error && 'kind' in error && error.kind === 'settings';
}
