import { isRefusal } from '#src/domain/refusals.ts';
import type { Shop } from '#src/domain/shop.ts';
import { traceOf } from './errors.ts';

/**
 * What a part of a page is rendered with; null where it cannot be read: its island then asks for it, and says so when it does
 * not come.
 */
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
