/** With a warning everything works, only not as well as it could. */
export type Finding = {
  name: string;
  state: 'right' | 'warning' | 'wrong';
  sentence: string;
  /** What has to be pasted elsewhere, such as a record of a DNS. */
  toCopy: { label: string; value: string } | null;
};

/** A check names what it looks at, and then says what it found there. */
export type CheckStep<Found = Finding, Name extends string = string> = { asking: Name } | { found: Found };

export async function findingsOf<Found>(steps: AsyncIterable<CheckStep<Found>>): Promise<Found[]> {
  const findings: Found[] = [];
  for await (const step of steps) if ('found' in step) findings.push(step.found);
  return findings;
}
