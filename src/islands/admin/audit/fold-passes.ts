import type { AuditEntry } from '#src/wire/audit/audit.ts';

/** `passes` are the entries of the page that this one stands for, itself among them. */
export type ShownEntry = AuditEntry & { passes?: readonly AuditEntry[] };

/** Makes one line of what one person passed in a row; pages and totals go on counting each entry. */
export function foldPasses(entries: readonly AuditEntry[]): ShownEntry[] {
  const runs: [AuditEntry, ...AuditEntry[]][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    if (run && isPass(entry) && isPass(run[0]) && entry.actorName !== null && entry.actorName === run[0].actorName)
      run.push(entry);
    else runs.push([entry]);
  }
  return runs.map((run) => (run.length > 1 ? { ...run[0], passes: run } : run[0]));
}

function isPass({ action }: AuditEntry): boolean {
  return action === 'access.pass_gate';
}
