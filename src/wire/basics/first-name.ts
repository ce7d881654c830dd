import { cleanText } from './text.ts';

/** Returns nothing unless it looks like a name, so that nobody can send messages through our mail. */
export function firstNameOf(name: string): string {
  const first = cleanText(name).split(/\s+/)[0] ?? '';
  return /^[\p{L}\p{M}'’-]{1,30}$/u.test(first) ? first : '';
}
