import { hex, type Palette, type PictureName } from '../pictures/picture-palettes.ts';
import { round } from '../pictures/picture-shapes.ts';
import { type Box, type Row, rows, type Slider, sliders, text, timeline } from './interface-parts.ts';

export type Screen = {
  of: PictureName;
  name: string;
  tabs: readonly string[];
  open: number;
  draw: Draw;
};
type Draw = (palette: Palette) => string;

/** Each is drawn with its tab open, the first of the tabs first; the plugin's name begins that of its picture. */
export function screensOf(
  of: PictureName,
  name: string,
  tabs: readonly string[],
  draws: Record<string, Draw>,
): Record<string, Screen> {
  const screens = Object.entries(draws).map(([picture, draw], open) => [
    `${of}-${picture}`,
    { of, name, tabs, open, draw },
  ]);
  return Object.fromEntries(screens) as Record<string, Screen>;
}

export const WIDE: Box = { x: 28, y: 92, w: 790, h: 444 };
export const SIDE: Box = { x: 842, y: 92, w: 410, h: 444 };
const FOOT: Box = { x: 28, y: 560, w: 1224, h: 136 };

export const color = ({ light }: Palette) => hex(light);
export const foot = (seed: string, palette: Palette, marker?: number) =>
  timeline(seed, [palette.light, palette.middle], FOOT, marker);

/** Six or nine tiles with a name under each; the chosen one is outlined. */
export function tiles(
  names: readonly string[],
  chosen: number,
  palette: Palette,
  draw: (index: number, box: Box) => string,
) {
  const gap = 20;
  const w = (1224 - 2 * gap) / 3;
  const count = Math.ceil(names.length / 3);
  const h = (604 - (count - 1) * gap) / count;
  return names
    .map((name, index) => {
      const box: Box = {
        x: round1(28 + (index % 3) * (w + gap)),
        y: round1(92 + Math.floor(index / 3) * (h + gap)),
        w: round1(w),
        h: round1(h),
      };
      const outline =
        index === chosen
          ? `<rect x="${box.x}" y="${box.y}" width="${box.w}" height="${box.h}" rx="12" fill="none" stroke="${color(palette)}" stroke-width="7"/>`
          : '';
      return `${draw(index, box)}<path d="M${box.x} ${box.y + box.h - 46}h${box.w}v34a12 12 0 0 1-12 12h-${box.w - 24}a12 12 0 0 1-12-12z" fill="#0a1013" fill-opacity=".72"/>${text(name, box.x + 20, box.y + box.h - 15)}${outline}`;
    })
    .join('');
}

export function round1(value: number): number {
  return Number(round(value));
}

export function control(picture: string, title: string, items: readonly Slider[], palette: Palette): string {
  return `${picture}${sliders(title, items, SIDE, color(palette))}${foot(title, palette)}`;
}

export function choice(
  picture: string,
  title: string,
  items: readonly Row[],
  chosen: number,
  palette: Palette,
): string {
  return `${picture}${rows(title, items, chosen, SIDE, color(palette))}${foot(title, palette, 0.56)}`;
}
