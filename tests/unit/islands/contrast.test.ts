import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ACCENTS } from '#src/wire/storefront/store-settings.ts';

/** WCAG 2.2 AA, computed from the tokens themselves in both themes. */
const css = readFileSync(new URL('../../../src/styles/global.css', import.meta.url), 'utf8');
const palette = readTokens(css.slice(0, css.indexOf('@layer base')));
const themes = { light: readTokens(block(':root {')), dark: readTokens(block('.dark {')) };

const SURFACES = ['background', 'surface', 'raised'];
const TEXTS = ['foreground', 'muted', 'accent', 'link', 'success', 'warning', 'danger'];
const CONTROLS = ['outline', 'focus'];
const onOrange = /@utility button-1 \{[^}]*?\bcolor: ([^;]+);/.exec(css)?.[1] ?? '';

for (const theme of ['light', 'dark'] as const) {
  test.each(pairs(TEXTS, SURFACES))(`${theme} theme: %s on %s has a contrast of 4.5:1`, (text, surface) => {
    expect(contrast(color(theme, text), color(theme, surface))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(pairs(CONTROLS, SURFACES))(
    `${theme} theme: a control in %s on %s has a contrast of 3:1`,
    (control, surface) => {
      expect(contrast(color(theme, control), color(theme, surface))).toBeGreaterThanOrEqual(3);
    },
  );
  test(`${theme} theme: a selected chip with swapped colors has a contrast of 4.5:1`, () => {
    expect(contrast(color(theme, 'background'), color(theme, 'foreground'))).toBeGreaterThanOrEqual(4.5);
  });
}

test.each(['color-orange-500', 'color-orange-400'])(
  'dark text of the main action on %s has a contrast of 4.5:1',
  (orange) => {
    expect(contrast(luminance(onOrange), luminance(resolve(palette, orange)))).toBeGreaterThanOrEqual(4.5);
  },
);

/** The owner chooses one; 500 and 400 are behind dark text, 700 and 400 are the accent's text in the two themes. */
const accents = [...css.matchAll(/\[data-accent="(\w+)"\] \{([^}]+)\}/g)].map(([, name = '', tones = '']) => ({
  name,
  tone: (step: number) => luminance(readTokens(tones).get(`color-orange-${step}`) ?? ''),
}));

test('each accent has its colors', () => {
  expect(accents.map(({ name }) => name)).toEqual(Object.keys(ACCENTS));
});

test.each(accents)(
  '$name: text on the main action, and as text on every surface, has a contrast of 4.5:1',
  ({ tone }) => {
    for (const step of [400, 500]) expect(contrast(luminance(onOrange), tone(step))).toBeGreaterThanOrEqual(4.5);
    for (const surface of SURFACES) {
      expect(contrast(tone(700), color('light', surface)), surface).toBeGreaterThanOrEqual(4.5);
      expect(contrast(tone(400), color('dark', surface)), surface).toBeGreaterThanOrEqual(4.5);
    }
  },
);

function pairs(fronts: string[], backs: string[]): [string, string][] {
  return fronts.flatMap((front) => backs.map((back): [string, string] => [front, back]));
}

function block(opening: string): string {
  const start = css.indexOf(opening, css.indexOf('@layer base'));
  return css.slice(start, css.indexOf('}', start));
}

function readTokens(source: string): Map<string, string> {
  return new Map(
    [...source.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  );
}

function color(theme: keyof typeof themes, token: string): number {
  return luminance(resolve(themes[theme], token));
}

function resolve(tokens: Map<string, string>, token: string): string {
  const value = tokens.get(token) ?? palette.get(token);
  if (!value) throw new Error(`global.css has no token --${token}`);
  const alias = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return alias ? resolve(tokens, alias) : value;
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Relative luminance of `#fff` or `oklch(L% C H)`, clipped to sRGB as browsers do. */
function luminance(value: string): number {
  if (value === '#fff') return 1;
  const [, lightness, chroma, hue] = /^oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)$/.exec(value)?.map(Number) ?? [];
  if (lightness === undefined || chroma === undefined || hue === undefined)
    throw new Error(`not a color that this test can read: ${value}`);
  const angle = (hue * Math.PI) / 180;
  const [a, b, bright] = [chroma * Math.cos(angle), chroma * Math.sin(angle), lightness / 100];
  const long = (bright + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (bright - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (bright - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short);
  const green = clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short);
  const blue = clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function clip(channel: number): number {
  return Math.min(1, Math.max(0, channel));
}
