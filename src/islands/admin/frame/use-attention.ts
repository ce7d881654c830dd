import { queryClient } from '#src/client/queries.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { ATTENTION_PATH, type Attention } from '#src/wire/upkeep/attention.ts';
import { useRead } from '../use-read.ts';

/** `rendered` is null after an error on the server; the browser then asks. */
export function useAttention(rendered: Attention | null): Attention | undefined {
  const { data } = useRead<Attention>(ATTENTION_PATH, {
    initialData: rendered ?? undefined,
    refetchInterval: MINUTE_MS,
  });
  return data;
}

export async function refreshAttention(): Promise<void> {
  await queryClient().invalidateQueries({ queryKey: [ATTENTION_PATH] });
}
