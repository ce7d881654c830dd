/** So many milliseconds from now, or at `deadline` where that comes first. */
export function soon(ms: number, deadline?: Date): Date {
  return new Date(Math.min(Date.now() + ms, deadline?.getTime() ?? Number.POSITIVE_INFINITY));
}
