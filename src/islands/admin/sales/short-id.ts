/** `#1a2b3c4d`. */
export function shortId(id: string): string {
  return `#${id.slice(0, 8)}`;
}
