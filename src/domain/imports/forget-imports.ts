import { deleteProblemsEndedBefore } from '#db/queries/imports/import-lines.ts';
import { deleteUnusedImports } from '#db/queries/imports/imports.ts';
import { DAY_MS, HOUR_MS } from '#src/wire/basics/durations.ts';
import type { Shop } from '../shop.ts';

/** Lines of a file name people: what nobody imports goes after a week, and what was wrong in an import after a month. */
export async function forgetOldImports({ db, clock }: Shop): Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms).toISOString();
  await deleteUnusedImports(db, { unreadBefore: before(HOUR_MS), uncheckedBefore: before(7 * DAY_MS) });
  await deleteProblemsEndedBefore(db, before(30 * DAY_MS));
}
