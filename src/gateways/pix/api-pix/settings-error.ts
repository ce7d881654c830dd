/** A setting that the bank cannot be opened with: the sentence is for the owner, and ends the start. */
export function settingsError(sentence: string): Error {
  return Object.assign(new Error(sentence), { kind: 'settings' as const });
}
