import { HOST_KEYS, HOSTS, type Host } from '../products/hosts.ts';
import type { Platform } from '../products/platforms.ts';

/**
 * A machine's own text, as in `macOS 26.1`, `Win32` or `macos-arm`, names the system of the first row of which each
 * list has a word. Browsers on Apple Silicon say `MacIntel`, which so names no processor.
 */
export const MACHINE_SIGNS: readonly (readonly [Platform, readonly (readonly string[])[]])[] = [
  [
    'macos-arm',
    [
      ['mac', 'darwin', 'os x'],
      ['arm', 'aarch64', 'silicon'],
    ],
  ],
  [
    'macos-intel',
    [
      ['mac', 'darwin', 'os x'],
      ['macos-intel', '(intel', 'x64', 'x86'],
    ],
  ],
  ['macos', [['mac', 'darwin', 'os x', 'osx']]],
  ['windows', [['win']]],
  ['linux', [['linux']]],
];

/** Returns null where the text names none that we know. */
export function platformOfMachine(text: string | null): Platform | null {
  const said = text?.toLowerCase() ?? '';
  const found = MACHINE_SIGNS.find(([, lists]) => lists.every((words) => words.some((word) => said.includes(word))));
  return found?.[0] ?? null;
}

/** The editor that a plugin names, as in `Premiere Pro 26.1`; null where it is none that we know. */
export function editorOfMachine(text: string | null): Host | null {
  const said = text?.toLowerCase() ?? '';
  return HOST_KEYS.find((host) => said.includes(HOSTS[host].name.toLowerCase())) ?? null;
}
