/** An error whose message is meant for the person who starts the store. */
export type SettingsError = Error & { kind: 'settings' };

export function settingsError(sentence: string, cause?: unknown): SettingsError {
  const error = cause === undefined ? new Error(sentence) : new Error(sentence, { cause });
  return Object.assign(error, { kind: 'settings' as const });
}

/** By its mark: the server's bundle and its sources have separate copies of this module. */
export function isSettingsError(error: unknown): error is SettingsError {
  return error instanceof Error && 'kind' in error && error.kind === 'settings';
}
