import type { DeleteResult, SelectQueryBuilder, UpdateResult } from 'kysely';

/** Each of these ends a statement, as `.$call(countRows)`. */
export async function countRows<Among, From extends keyof Among, Row>(
  query: SelectQueryBuilder<Among, From, Row>,
): Promise<number> {
  const { total } = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  return total;
}

export async function findsAny<Among, From extends keyof Among, Row>(
  query: SelectQueryBuilder<Among, From, Row>,
): Promise<boolean> {
  const first = query.clearSelect().select(({ lit }) => lit(1).as('found'));
  return (await first.limit(1).executeTakeFirst()) !== undefined;
}

export async function updatesAny(query: { executeTakeFirst(): Promise<UpdateResult> }): Promise<boolean> {
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}

export async function deletesAny(query: { executeTakeFirst(): Promise<DeleteResult> }): Promise<boolean> {
  return (await query.executeTakeFirst()).numDeletedRows > 0n;
}
