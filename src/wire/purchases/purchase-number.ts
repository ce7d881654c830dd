/** Writes `#1048`, which people read to each other. */
export function numberText({ number }: { number: number }): string {
  return `#${number}`;
}
