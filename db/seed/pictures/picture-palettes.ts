import type { Accent } from '#src/wire/storefront/store-settings.ts';

/** Colors of the demo pictures, written in OKLCH so that every grade has the same weight. */

export type Lch = readonly [lightness: number, chroma: number, hue: number];

export interface Palette {
  shadow: Lch;
  middle: Lch;
  light: Lch;
  spark: Lch;
}

export const palettes = {
  'grade-cinema': { shadow: [24, 0.05, 192], middle: [46, 0.075, 178], light: [78, 0.14, 55], spark: [87, 0.1, 75] },
  'pele-natural': { shadow: [25, 0.06, 18], middle: [48, 0.11, 28], light: [82, 0.1, 58], spark: [90, 0.06, 75] },
  'luz-do-sertao': { shadow: [28, 0.06, 200], middle: [58, 0.11, 70], light: [82, 0.14, 72], spark: [91, 0.1, 90] },
  'onda-audio': { shadow: [27, 0.085, 24], middle: [45, 0.06, 20], light: [79, 0.13, 205], spark: [87, 0.11, 200] },
  'curva-motion': { shadow: [28, 0.07, 62], middle: [50, 0.11, 25], light: [77, 0.14, 332], spark: [86, 0.1, 335] },
  'mapa-vivo': { shadow: [24, 0.06, 275], middle: [42, 0.1, 250], light: [74, 0.12, 190], spark: [88, 0.12, 150] },
  lote: { shadow: [25, 0.07, 350], middle: [46, 0.13, 8], light: [76, 0.14, 45], spark: [87, 0.11, 80] },
  'recorte-ia': { shadow: [25, 0.08, 265], middle: [45, 0.09, 235], light: [79, 0.15, 155], spark: [88, 0.13, 150] },
  'grao-16': { shadow: [21, 0.045, 165], middle: [42, 0.08, 185], light: [74, 0.12, 225], spark: [88, 0.08, 210] },
  transita: { shadow: [24, 0.08, 285], middle: [44, 0.14, 300], light: [75, 0.15, 20], spark: [86, 0.11, 60] },
  faisca: { shadow: [17, 0.04, 265], middle: [30, 0.09, 290], light: [50, 0.16, 30], spark: [87, 0.14, 80] },
  'legenda-ja': { shadow: [25, 0.09, 295], middle: [44, 0.12, 310], light: [77, 0.13, 18], spark: [86, 0.09, 15] },
  'letra-viva': { shadow: [26, 0.1, 275], middle: [48, 0.16, 285], light: [80, 0.11, 310], spark: [90, 0.08, 75] },
  'rolo-de-creditos': {
    shadow: [19, 0.04, 320],
    middle: [33, 0.08, 330],
    light: [63, 0.12, 350],
    spark: [82, 0.1, 50],
  },
} as const satisfies Record<string, Palette>;

export const brandOrange: Lch = [71.5, 0.185, 48];

/** The tones of step 500 in `global.css`. */
export const accentTones: Readonly<Record<Accent, Lch>> = {
  orange: brandOrange,
  coral: [73.5, 0.155, 20],
  amber: [81, 0.155, 84],
  lime: [82, 0.17, 130],
  sky: [75.5, 0.12, 238],
};
export const graphite: Lch = [15.5, 0.011, 228];

export type PictureName = keyof typeof palettes;

/** `#rrggbb` of an OKLCH color; lightness in percent, out-of-gamut channels are clipped. */
export function hex([lightness, chroma, hue]: Lch): string {
  const [l, a, b] = toOklab([lightness, chroma, hue]);
  return toHex(l, a, b);
}

/** Mixes in OKLab, which avoids gray between orange and petrol. */
export function mix(from: Lch, to: Lch, share: number): string {
  const start = toOklab(from);
  const end = toOklab(to);
  const [l, a, b] = [0, 1, 2].map((i) => (start[i] ?? 0) + ((end[i] ?? 0) - (start[i] ?? 0)) * share);
  return toHex(l ?? 0, a ?? 0, b ?? 0);
}

/** So many stops hide the renderer's own sRGB mixing. */
export function stops(colors: readonly Lch[], perSpan = 6): string {
  const spans = colors.length - 1;
  const total = spans * perSpan;
  return Array.from({ length: total + 1 }, (_, step) => {
    const span = Math.min(Math.floor(step / perSpan), spans - 1);
    const color = mix(colors[span] ?? [0, 0, 0], colors[span + 1] ?? [0, 0, 0], step / perSpan - span);
    return `<stop offset="${(step / total).toFixed(4)}" stop-color="${color}"/>`;
  }).join('');
}

/** Imitates log footage: flat, lifted, almost gray. */
export function ungraded([lightness, chroma, hue]: Lch): Lch {
  return [40 + lightness * 0.34, chroma * 0.26, hue];
}

function toOklab([lightness, chroma, hue]: Lch): [number, number, number] {
  const angle = (hue * Math.PI) / 180;
  return [lightness / 100, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

function toHex(lightness: number, a: number, b: number): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${linear.map((value) => channel(value)).join('')}`;
}

function channel(linear: number): string {
  const value = Math.min(1, Math.max(0, linear));
  const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}
