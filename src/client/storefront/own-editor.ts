import { isHost, isHostVersion, type Setup, SYSTEM_KEYS } from '#src/wire/products/hosts.ts';

/** The visitor's editor, version and system, which never leave this browser. */
export function readOwnEditor(): Setup | null {
  try {
    const { host, version, system } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof host !== 'string' || !isHost(host) || typeof version !== 'string' || !isHostVersion(version))
      return null;
    return { host, version, system: SYSTEM_KEYS.find((key) => key === system) ?? null };
  } catch (error) {
    console.warn('O editor lembrado não pôde ser lido:', error);
    return null;
  }
}

export function keepOwnEditor(setup: Setup): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(setup));
  } catch (error) {
    console.warn('O editor vale só nesta página, o navegador não permite guardá-lo:', error);
  }
}

export function forgetOwnEditor(): void {
  localStorage.removeItem(KEY);
}

/** `public/theme.js` asks for it before the first paint, to keep room for what cards will say. */
const KEY = 'setup';
