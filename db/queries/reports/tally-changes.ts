import { sql } from 'kysely';
import { isSqlite } from '../../engine.ts';
import type { Queryable } from '../../tables.ts';

/** Adds what PostgreSQL's triggers appended to the totals, in one statement each, so that readers see every change once. */
export async function foldTallyChanges(db: Queryable): Promise<void> {
  if (isSqlite(db)) return;
  await sql`
    with folded as (delete from "tallyChanges" returning name, amount)
    insert into "tallyTotals" (name, value) select name, sum(amount) from folded group by name
    on conflict (name) do update set value = "tallyTotals".value + excluded.value`.execute(db);
  await sql`
    with folded as (delete from "salesByHourChanges" returning hour, sales, "salesCents")
    insert into "salesByHourTotals" (hour, sales, "salesCents")
    select hour, sum(sales), sum("salesCents") from folded group by hour
    on conflict (hour) do update set
      sales = "salesByHourTotals".sales + excluded.sales,
      "salesCents" = "salesByHourTotals"."salesCents" + excluded."salesCents"`.execute(db);
}
