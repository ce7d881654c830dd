/** Reads the methods that the route's file exports, because Astro does not expose them. */
export async function allowedMethods(routePattern: string): Promise<string> {
  const load = CALLS[`../pages${routePattern}.ts`] ?? CALLS[`../pages${routePattern}/index.ts`];
  // A bundle may export more than the file does.
  const exported = load ? Object.keys(await load()).filter((name) => /^[A-Z]+$/.test(name)) : [];
  const methods = exported.includes('GET') ? [...exported, 'HEAD'] : exported;
  return [...new Set(methods)].sort().join(', ');
}

const CALLS = import.meta.glob<object>('../pages/api/**/*.ts');
