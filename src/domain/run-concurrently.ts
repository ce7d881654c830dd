type ConcurrentWork<Item> = {
  atOnce: number;
  /** They may include running items, which are skipped. */
  list(underWay: number): Promise<Item[]>;
  keyOf(item: Item): string;
  work(item: Item): Promise<void>;
  isOver(): boolean;
};

/** A slow item does not block the others; a failed one ends the run. */
export async function runConcurrently<Item>({
  atOnce,
  list,
  keyOf,
  work,
  isOver,
}: ConcurrentWork<Item>): Promise<number> {
  const underWay = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  let found: Item[] = [];
  let begun = 0;

  const begin = (item: Item) => {
    const key = keyOf(item);
    const end = () => void underWay.delete(key);
    underWay.set(
      key,
      work(item).then(end, (error: unknown) => {
        failures.push(error);
        end();
      }),
    );
    begun += 1;
  };
  const refill = async () => {
    found = (await list(underWay.size)).filter((item) => !underWay.has(keyOf(item)));
  };

  for (;;) {
    const isFree = underWay.size < atOnce && failures.length === 0 && !isOver();
    if (isFree && found.length === 0) await refill().catch((error: unknown) => failures.push(error));
    const item = isFree ? found.shift() : undefined;
    if (item) begin(item);
    else if (underWay.size > 0) await Promise.race(underWay.values());
    else break;
  }
  if (failures.length > 0) throw failures[0];
  return begun;
}
