import type { Row, Side } from './moved-tables.ts';

/** Returns the name of a total that differs from the rows it stands for. */
export async function findAccountingError({ select }: Pick<Side, 'select'>): Promise<string | undefined> {
  for (const [kept, counted] of [
    [TALLIES, COUNTED],
    [SALES_BY_HOUR, COUNTED_BY_HOUR],
  ] as const) {
    const expected = asMap(await select(counted));
    const found = asMap(await select(kept));
    const names = [...new Set([...expected.keys(), ...found.keys()])];
    const odd = names.find((name) => expected.get(name) !== found.get(name));
    if (odd !== undefined) return odd;
  }
  return undefined;
}

function asMap(rows: Row[]): Map<string, string> {
  return new Map(rows.map(([name, ...figures]) => [String(name), JSON.stringify(figures)]));
}

const SOLD = `status = 'COMPLETED'`;
const KEY_STATE = `CASE WHEN "revokedAt" IS NOT NULL THEN 'revoked' WHEN "itemId" IS NULL THEN 'available' ELSE 'assigned' END`;

const TALLIES = 'SELECT name, value FROM tallies WHERE value <> 0';
const COUNTED = `SELECT name, value FROM (
  SELECT 'customers' AS name, count(*) AS value FROM customers WHERE "erasedAt" IS NULL
  UNION ALL SELECT 'buyers', count(*) FROM customers WHERE "saleCount" > 0
  UNION ALL SELECT 'sales', count(*) FROM purchases WHERE ${SOLD}
  UNION ALL SELECT 'salesCents', sum("keptCents") FROM purchases WHERE ${SOLD}
  UNION ALL SELECT 'purchases:' || status || ':' || coalesce("failureReason", ''), count(*) FROM purchases GROUP BY 1
  UNION ALL SELECT 'keys:' || ${KEY_STATE}, count(*) FROM "activationKeys" GROUP BY 1
  UNION ALL SELECT 'keys:' || ${KEY_STATE} || ':' || "productId", count(*) FROM "activationKeys" GROUP BY 1
  UNION ALL SELECT 'audit:' || kind, count(*) FROM audit GROUP BY 1
) AS counted WHERE value <> 0`;

const SALES_BY_HOUR = 'SELECT hour, sales, "salesCents" FROM "salesByHour" WHERE sales <> 0';
const COUNTED_BY_HOUR = `SELECT substr("completedAt", 1, 13), count(*), sum("keptCents") FROM purchases WHERE ${SOLD} GROUP BY 1`;
