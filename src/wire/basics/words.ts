/** Removes accents and capitals. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}

export function wordsOf(text: string): string[] {
  return fold(text).split(/\s+/).filter(Boolean);
}

export function hasWordFrom(text: string, start: string): boolean {
  return fold(` ${text}`)
    .split(/[\s(]+/)
    .some((word) => word.startsWith(fold(start)));
}
