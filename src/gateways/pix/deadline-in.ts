export function deadlineIn(ms: number, deadline?: Date): Date {
  return new Date(Math.min(Date.now() + ms, deadline?.getTime() ?? Number.POSITIVE_INFINITY));
}
