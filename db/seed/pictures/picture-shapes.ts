import { readFileSync } from 'node:fs';

export type Point = readonly [x: number, y: number];
export type Random = () => number;
type LetterStyle = 'heading' | 'text' | 'mono';

/** The name is the seed (mulberry32), so that a name always draws the same picture. */
export function seededRandom(name: string): Random {
  let state = 2166136261;
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

/** Roughly normal around zero, about -1 to 1. */
export function bell(random: Random): number {
  return (random() + random() + random() + random() - 2) / 1.2;
}

export function steps(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

export function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function line(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
}

/** Catmull-Rom written as Béziers. */
export function curve(points: readonly Point[]): string {
  const at = (index: number): Point => points[Math.min(points.length - 1, Math.max(0, index))] ?? [0, 0];
  return points
    .map(([x, y], index) => {
      if (index === 0) return `M${round(x)} ${round(y)}`;
      const [before, start, next] = [at(index - 2), at(index - 1), at(index + 1)];
      const first: Point = [start[0] + (x - before[0]) / 6, start[1] + (y - before[1]) / 6];
      const second: Point = [x - (next[0] - start[0]) / 6, y - (next[1] - start[1]) / 6];
      return `C${[...first, ...second, x, y].map(round).join(' ')}`;
    })
    .join('');
}

export function panel(x: number, y: number, width: number, height: number, radius = 18, opacity = 0.42): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="#04090b" fill-opacity="${opacity}" stroke="#fff" stroke-opacity=".2" stroke-width="1.5"/>`;
}

export function diamond(x: number, y: number, size: number, fill = '#fff', stroke = '#071013'): string {
  return `<path d="M${x} ${y - size}L${x + size} ${y}L${x} ${y + size}L${x - size} ${y}Z" fill="${fill}" stroke="${stroke}" stroke-width="3" stroke-linejoin="round"/>`;
}

type Glyphs = Record<string, [advance: number, outline: string]>;

/** Outlines (1000 units per em) of Instrument Sans and Geist Mono under the OFL, so that no machine needs the fonts. */
const LETTERING = new URL('../media/lettering.json', import.meta.url);
const lettering = JSON.parse(readFileSync(LETTERING, 'utf8')) as Record<LetterStyle, Glyphs>;

export interface Lettering {
  style: LetterStyle;
  size: number;
  /** It is in em. */
  tracking?: number;
}

export function textWidth(text: string, { style, size, tracking = 0 }: Lettering): number {
  const units = [...text].reduce((sum, letter) => sum + (lettering[style][letter]?.[0] ?? 0) + tracking * 1000, 0);
  return ((units - tracking * 1000) * size) / 1000;
}

/** Starts at the left end of the baseline; throws for a letter without outline. */
export function letters(text: string, x: number, y: number, style: Lettering): string {
  const scale = style.size / 1000;
  let pen = 0;
  const outlines = [...text].map((letter) => {
    const glyph = lettering[style.style][letter];
    if (!glyph) throw new Error(`lettering.json has no outline for '${letter}' in ${style.style}`);
    const placed = glyph[1] ? `<path transform="translate(${round(pen)} 0)" d="${glyph[1]}"/>` : '';
    pen += glyph[0] + (style.tracking ?? 0) * 1000;
    return placed;
  });
  return `<g transform="translate(${round(x)} ${round(y)}) scale(${scale})">${outlines.join('')}</g>`;
}
