import { countMachinesInUse } from '#db/queries/licenses/machines.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { type MachineStatistics, type NamedCount, STATISTICS_DAYS } from '#src/wire/licenses/machines.ts';
import { readCached } from '../lists/cached-reads.ts';
import type { Shop } from '../shop.ts';

/** Counts only: the owner sees when nobody uses an old version any more. */
export async function showMachineStatistics(shop: Shop): Promise<MachineStatistics> {
  const since = new Date(shop.clock.now().getTime() - STATISTICS_DAYS * DAY_MS).toISOString();
  const minute = since.slice(0, 16);
  const counts = await readCached(shop, 'machines', { minute }, () => countMachinesInUse(shop.db, since));
  const byProduct = Map.groupBy(counts, ({ id }) => id);
  const products = [...byProduct].map(([id, rows]) => ({
    id,
    name: rows[0]?.name ?? '',
    machines: sum(rows),
    versions: countBy(rows, ({ pluginVersion }) => pluginVersion),
    hosts: countBy(rows, ({ host }) => host),
    platforms: countBy(rows, ({ platform }) => platform),
  }));
  return { since, machines: sum(counts), products: mostUsedFirst(products) };
}

type Counted = { machines: number };

function countBy<Row extends Counted>(rows: Row[], nameOf: (row: Row) => string | null): NamedCount[] {
  const named = [...Map.groupBy(rows, nameOf)].map(([name, same]) => ({ name, machines: sum(same) }));
  return mostUsedFirst(named);
}

function mostUsedFirst<Row extends Counted & { name: string | null }>(rows: Row[]): Row[] {
  return rows.toSorted(
    (one, other) => other.machines - one.machines || (one.name ?? '').localeCompare(other.name ?? '', 'pt-BR'),
  );
}

function sum(rows: Counted[]): number {
  return rows.reduce((total, { machines }) => total + machines, 0);
}
