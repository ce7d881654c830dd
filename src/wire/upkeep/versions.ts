const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?$/;

export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/** Below zero where `one` is older. What comes before a release is older than it. */
export function compareVersions(one: string, other: string): number {
  const [, ...a] = VERSION.exec(one) ?? [];
  const [, ...b] = VERSION.exec(other) ?? [];
  for (const at of [0, 1, 2]) {
    const difference = Number(a[at]) - Number(b[at]);
    if (difference !== 0) return difference;
  }
  return (a[3] ?? LAST).localeCompare(b[3] ?? LAST, 'en', { numeric: true });
}

/** It sorts after the letters of any `-beta.1`. */
const LAST = '\uffff';
