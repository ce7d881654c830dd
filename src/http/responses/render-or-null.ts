import { isRefusal } from '#src/domain/refusals.ts';
import type { Shop } from '#src/domain/shop.ts';
import { traceOf } from '../errors.ts';

/** Returns null where it fails; the island then loads the part again and reports the error. */
export async function renderOrNull<Value>(
  { log }: Pick<Shop, 'log'>,
  part: string,
  value: Promise<Value>,
): Promise<Value | null> {
  try {
    return await value;
  } catch (error) {
    if (!isRefusal(error)) log.error({ part, ...traceOf(error) }, 'a part of a page could not be rendered');
    return null;
  }
}
