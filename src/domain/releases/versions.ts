/** Compares part by part as numbers; a missing part is zero, and `2.1-beta` comes before `2.1`. */
export function compareVersions(one: string, other: string): number {
  const [ours, theirs] = [read(one), read(other)];
  const length = Math.max(ours.numbers.length, theirs.numbers.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (ours.numbers[at] ?? 0) - (theirs.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (ours.suffix === null || theirs.suffix === null)
    return Number(ours.suffix === null) - Number(theirs.suffix === null);
  return compareSuffixes(ours.suffix.split('.'), theirs.suffix.split('.'));
}

export function newestFirst<Row extends { version: string }>(releases: readonly Row[]): Row[] {
  return releases.toSorted((one, other) => compareVersions(other.version, one.version));
}

export function majorOf(version: string): number {
  return read(version).numbers[0] ?? 0;
}

function read(version: string): { numbers: number[]; suffix: string | null } {
  const at = version.indexOf('-');
  const numbers = at === -1 ? version : version.slice(0, at);
  return { numbers: numbers.split('.').map(Number), suffix: at === -1 ? null : version.slice(at + 1) };
}

/** Numbers come before words, and fewer parts before more. */
function compareSuffixes(ours: string[], theirs: string[]): number {
  for (let at = 0; at < Math.min(ours.length, theirs.length); at += 1) {
    const [one = '', other = ''] = [ours[at], theirs[at]];
    const areNumbers = [NUMBER.test(one), NUMBER.test(other)];
    if (areNumbers[0] !== areNumbers[1]) return areNumbers[0] ? -1 : 1;
    if (areNumbers[0] && Number(one) !== Number(other)) return Number(one) - Number(other);
    if (!areNumbers[0] && one !== other) return one < other ? -1 : 1;
  }
  return ours.length - theirs.length;
}

const NUMBER = /^\d+$/;
