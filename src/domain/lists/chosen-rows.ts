import type { ChosenResult } from '#src/wire/lists/chosen-rows.ts';
import { isRefusal } from '../refusals.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

/** Each row is a change of its own, so one that is refused stops none of the others. */
export async function changeEach(
  ids: readonly string[],
  change: (id: string) => Promise<unknown>,
): Promise<ChosenResult> {
  const refused: ChosenResult['refused'] = [];
  const wanted = new Set(ids);
  for (const id of wanted) {
    try {
      await change(id);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refused.push({ id, message: error.message });
    }
    await yieldToEventLoop();
  }
  return { changed: wanted.size - refused.length, refused };
}
