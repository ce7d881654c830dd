/** Frames of film that the drawn panels show: a landscape, a person, words, a map. */

import { hex, type Lch, type Palette, stops } from '../pictures/picture-palettes.ts';
import {
  bell,
  curve,
  type Lettering,
  letters,
  type Point,
  round,
  seededRandom,
  steps,
  textWidth,
} from '../pictures/picture-shapes.ts';
import type { Box } from './interface-parts.ts';

/** Another grade of the same footage. */
export function regrade(palette: Palette, turn: number, chroma = 1, lift = 0): Palette {
  const change = ([l, c, h]: Lch): Lch => [Math.min(95, Math.max(8, l + lift)), c * chroma, h + turn];
  return {
    shadow: change(palette.shadow),
    middle: change(palette.middle),
    light: change(palette.light),
    spark: change(palette.spark),
  };
}

export function landscape(id: string, palette: Palette, box: Box): string {
  return framed(id, box, ({ x, y, w, h }) => {
    const random = seededRandom('hills');
    const hills = steps(3).map((layer) => {
      const points = steps(9).map(
        (step): Point => [
          x + (step * w) / 8,
          y +
            h * (0.58 + layer * 0.13 + 0.06 * Math.sin(step * (0.9 + layer * 0.3) + layer * 2)) +
            bell(random) * h * 0.012,
        ],
      );
      const [l, c, hue] = palette.shadow;
      return `<path d="${curve(points)}V${y + h}H${x}Z" fill="${hex([l + (2 - layer) * 9, c * (1 + layer * 0.15), hue])}"/>`;
    });
    return `${sky(id, palette, { x, y, w, h })}<circle cx="${round(x + w * 0.66)}" cy="${round(y + h * 0.42)}" r="${round(h * 0.17)}" fill="${hex(palette.spark)}"/>${hills.join('')}`;
  });
}

/** `mask` outlines the person, as a tool for cutting out shows what it found. */
export function person(id: string, palette: Palette, box: Box, mask?: string): string {
  return framed(id, box, ({ x, y, w, h }) => {
    const center = x + w * 0.5;
    const at = (dx: number, dy: number) => `${round(center + dx * h)} ${round(y + dy * h)}`;
    const body = `M${at(-0.52, 1.05)}C${at(-0.5, 0.78)} ${at(-0.28, 0.72)} ${at(-0.12, 0.66)}L${at(-0.1, 0.58)}C${at(-0.2, 0.5)} ${at(-0.22, 0.2)} ${at(0, 0.17)}C${at(0.22, 0.2)} ${at(0.2, 0.5)} ${at(0.1, 0.58)}L${at(0.12, 0.66)}C${at(0.28, 0.72)} ${at(0.5, 0.78)} ${at(0.52, 1.05)}Z`;
    const outline = mask
      ? `<path d="${body}" fill="${mask}" fill-opacity=".34" stroke="${mask}" stroke-width="5" stroke-dasharray="14 9"/>`
      : '';
    const lamp = `<circle cx="${round(x + w * 0.82)}" cy="${round(y + h * 0.28)}" r="${round(h * 0.2)}" fill="${hex(palette.spark)}" fill-opacity=".75"/>`;
    return `${sky(id, palette, box)}${lamp}<path d="${body}" fill="${hex(palette.shadow)}"/>${outline}`;
  });
}

export function words(id: string, lines: readonly string[], lit: number, palette: Palette, box: Box): string {
  return framed(id, box, ({ x, y, w, h }) => {
    const size = Math.min(h / (lines.length + 1.2), h * 0.3);
    const look: Lettering = { style: 'heading', size };
    const drawn = lines.map((each, index) => {
      const span = textWidth(each, look);
      const left = x + (w - span) / 2;
      const base = y + h / 2 + (index - (lines.length - 1) / 2) * size * 1.3 + size * 0.34;
      const box =
        index === lit
          ? `<rect x="${round(left - size * 0.25)}" y="${round(base - size * 0.95)}" width="${round(span + size * 0.5)}" height="${round(size * 1.28)}" rx="${round(size * 0.18)}" fill="${hex(palette.spark)}"/>`
          : '';
      return `${box}<g fill="${index === lit ? hex(palette.shadow) : '#fff'}">${letters(each, left, base, look)}</g>`;
    });
    return `${sky(id, palette, box)}${drawn.join('')}`;
  });
}

export function sparks(id: string, palette: Palette, box: Box): string {
  return framed(id, box, ({ x, y, w, h }) => {
    const random = seededRandom(id);
    const dots = steps(170).map(() => {
      const rise = random() ** 1.6;
      const spread = bell(random) * (0.08 + rise * 0.42);
      const radius = h * (0.004 + random() ** 3 * 0.022);
      return `<circle cx="${round(x + w * (0.5 + spread + rise * 0.12))}" cy="${round(y + h * (0.94 - rise * 0.9))}" r="${round(radius)}" fill="${hex(random() > 0.4 ? palette.spark : palette.light)}" fill-opacity="${round(0.4 + random() * 0.6)}"/>`;
    });
    return `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${hex(palette.shadow)}"/>${dots.join('')}`;
  });
}

export function map(id: string, palette: Palette, box: Box): string {
  return framed(id, box, ({ x, y, w, h }) => {
    const random = seededRandom('map');
    const heights = steps(9).map((ring) => {
      const points = steps(13).map((step): Point => {
        const angle = (step / 12) * Math.PI * 2;
        const far =
          (0.1 + ring * 0.075) * (1 + 0.2 * Math.sin(angle * 3 + ring * 0.4)) + (step % 12 ? bell(random) * 0.008 : 0);
        return [x + w * (0.42 + far * Math.cos(angle)), y + h * (0.5 + far * 1.25 * Math.sin(angle))];
      });
      return `<path d="${curve(points)}" fill="none" stroke="#fff" stroke-opacity="${ring % 3 ? 0.16 : 0.34}" stroke-width="2.5"/>`;
    });
    const route: Point[] = [
      [0.14, 0.76],
      [0.3, 0.58],
      [0.46, 0.62],
      [0.62, 0.4],
      [0.84, 0.26],
    ];
    const placed = route.map(([px, py]): Point => [x + px * w, y + py * h]);
    const stopsOfRoute = placed.map(
      ([px, py], index) =>
        `<circle cx="${round(px)}" cy="${round(py)}" r="${index % 2 ? 8 : 14}" fill="#0a1013" stroke="#fff" stroke-width="5"/>`,
    );
    return `${sky(id, palette, box)}${heights.join('')}<path d="${curve(placed)}" fill="none" stroke="${hex(palette.spark)}" stroke-width="8" stroke-linecap="round" stroke-dasharray="26 15"/>${stopsOfRoute.join('')}`;
  });
}

function sky(id: string, palette: Palette, { x, y, w, h }: Box): string {
  return `<linearGradient id="sky${id}" x1="0" y1="1" x2=".7" y2="0">${stops([palette.shadow, palette.middle, palette.light])}</linearGradient><rect x="${x}" y="${y}" width="${w}" height="${h}" fill="url(#sky${id})"/>`;
}

function framed(id: string, box: Box, draw: (box: Box) => string): string {
  const { x, y, w, h } = box;
  const shape = `x="${x}" y="${y}" width="${w}" height="${h}" rx="12"`;
  return `<clipPath id="clip${id}"><rect ${shape}/></clipPath><g clip-path="url(#clip${id})">${draw(box)}</g><rect ${shape} fill="none" stroke="#fff" stroke-opacity=".14" stroke-width="2"/>`;
}
