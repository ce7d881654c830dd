export function deadlineIn(ms: number, deadline?: Date): Date {
  return new Date(Math.min(Date.now() + ms, deadline?.getTime() ?? Number.POSITIVE_INFINITY));
}

/** Says whether no time is left for another page of a list. */
export function isAlmostOver(deadline: Date): boolean {
  return Date.now() + LAST_MOMENT_MS >= deadline.getTime();
}

const LAST_MOMENT_MS = 1_000;
