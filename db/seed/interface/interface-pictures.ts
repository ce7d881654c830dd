/** The panels of the demo's plugins, as their pages show them: 1280x720 SVG, the same bytes every time. */

import { type Palette, palettes } from '../pictures/picture-palettes.ts';
import type { Screen } from './interface-layout.ts';
import { windowFrame } from './interface-parts.ts';
import { colorScreens } from './interface-screens-color.ts';
import { effectsScreens } from './interface-screens-effects.ts';
import { motionScreens } from './interface-screens-motion.ts';
import { textScreens } from './interface-screens-text.ts';

const screens: Record<string, Screen> = { ...colorScreens, ...motionScreens, ...effectsScreens, ...textScreens };

export const screenNames = Object.keys(screens);

export function drawScreen(key: string): string {
  const screen = screens[key];
  if (!screen) throw new Error(`There is no panel ${key}.`);
  const palette: Palette = palettes[screen.of];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720" viewBox="0 0 1280 720">
${windowFrame(screen.name, screen.tabs, screen.open, palette)}${screen.draw(palette)}
</svg>`;
}
