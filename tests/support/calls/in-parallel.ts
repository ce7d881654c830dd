/** Runs `count` jobs, `width` at a time; returns their results in order. */
export async function inParallel<Result>(
  count: number,
  width: number,
  job: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < count; index = next++) results[index] = await job(index);
  };
  await Promise.all(Array.from({ length: width }, lane));
  return results;
}
