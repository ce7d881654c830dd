/** Parts of a plugin's panel, drawn as SVG: windows, sliders, curves, scopes, timelines. */

import { hex, type Lch, type Palette } from '../pictures/picture-palettes.ts';
import {
  bell,
  curve,
  diamond,
  type Lettering,
  letters,
  line,
  type Point,
  round,
  seededRandom,
  steps,
  textWidth,
} from '../pictures/picture-shapes.ts';

export type Box = { x: number; y: number; w: number; h: number };

const SMALL: Lettering = { style: 'text', size: 24 };
const TITLE: Lettering = { style: 'heading', size: 30 };
const FIGURES: Lettering = { style: 'mono', size: 22 };
const QUIET = '#8fa0a8';
const BRIGHT = '#eef3f5';

export function text(words: string, x: number, y: number, fill = BRIGHT, style: Lettering = SMALL): string {
  return `<g fill="${fill}">${letters(words, x, y, style)}</g>`;
}

/** Words on a dark plate, for what lies over a picture. */
export function caption(words: string, x: number, y: number): string {
  return `<rect x="${x}" y="${y}" width="${round(textWidth(words, SMALL) + 28)}" height="40" rx="10" fill="#0a1013" fill-opacity=".82"/>${text(words, x + 14, y + 28)}`;
}

function figures(words: string, right: number, y: number, fill = BRIGHT): string {
  return text(words, right - textWidth(words, FIGURES), y, fill, FIGURES);
}

function surface({ x, y, w, h }: Box, fill = '#121b20'): string {
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="14" fill="${fill}" stroke="#fff" stroke-opacity=".08" stroke-width="2"/>`;
}

/** The window of a plugin: its name, its tabs, the open one underlined in the plugin's own color. */
export function windowFrame(name: string, tabs: readonly string[], open: number, palette: Palette): string {
  const accent = hex(palette.light);
  let right = 1244;
  const drawn = tabs
    .map((tab, index) => ({ tab, index }))
    .toReversed()
    .map(({ tab, index }) => {
      right -= textWidth(tab, SMALL);
      const left = right;
      right -= 44;
      const underline =
        index === open
          ? `<rect x="${round(left)}" y="58" width="${round(textWidth(tab, SMALL))}" height="5" rx="2.5" fill="${accent}"/>`
          : '';
      return text(tab, left, 44, index === open ? BRIGHT : QUIET) + underline;
    });
  return `<rect width="1280" height="720" fill="#0a1013"/><rect width="1280" height="68" fill="#0f171b"/>
<path d="M0 68H1280" stroke="#fff" stroke-opacity=".1" stroke-width="2"/>
<rect x="28" y="18" width="32" height="32" rx="8" fill="${accent}"/><path d="M40 27l12 7l-12 7z" fill="#0a1013"/>
${text(name, 76, 45, BRIGHT, TITLE)}${drawn.join('')}`;
}

function slider(label: string, value: string, share: number, { x, y, w }: Omit<Box, 'h'>, color: string): string {
  const at = x + w * share;
  return `${text(label, x, y)}${figures(value, x + w, y, QUIET)}
<rect x="${x}" y="${y + 20}" width="${w}" height="8" rx="4" fill="#fff" fill-opacity=".12"/>
<rect x="${x}" y="${y + 20}" width="${round(w * share)}" height="8" rx="4" fill="${color}"/>
<circle cx="${round(at)}" cy="${y + 24}" r="13" fill="#eef3f5" stroke="#0a1013" stroke-width="4"/>`;
}

export type Slider = readonly [label: string, value: string, share: number];

export function sliders(title: string, rows: readonly Slider[], box: Box, color: string): string {
  const gap = (box.h - 84) / rows.length;
  const drawn = rows.map(([label, value, share], index) =>
    slider(label, value, share, { x: box.x + 28, y: Math.round(box.y + 96 + index * gap), w: box.w - 56 }, color),
  );
  return `${surface(box)}${text(title, box.x + 28, box.y + 48, BRIGHT, TITLE)}${drawn.join('')}`;
}

export type Row = readonly [label: string, value: string];

export function rows(title: string, items: readonly Row[], chosen: number, box: Box, color: string): string {
  const step = (box.h - 84) / items.length;
  const drawn = items.map(([label, value], index) => {
    const y = box.y + 72 + index * step;
    const mark =
      index === chosen
        ? `<rect x="${box.x + 14}" y="${round(y)}" width="${box.w - 28}" height="${round(step - 8)}" rx="10" fill="${color}" fill-opacity=".22"/><rect x="${box.x + 14}" y="${round(y)}" width="6" height="${round(step - 8)}" rx="3" fill="${color}"/>`
        : '';
    const base = Math.round(y + step / 2 + 4);
    return `${mark}${text(label, box.x + 36, base, index === chosen ? BRIGHT : '#c3ced3')}${figures(value, box.x + box.w - 32, base, QUIET)}`;
  });
  return `${surface(box)}${text(title, box.x + 28, box.y + 48, BRIGHT, TITLE)}${drawn.join('')}`;
}

/** Tracks of clips with a ruler above and the orange marker over them. */
export function timeline(seed: string, tracks: readonly Lch[], box: Box, marker = 0.38): string {
  const random = seededRandom(seed);
  const ticks = steps(Math.floor(box.w / 24)).map(
    (tick) =>
      `<path d="M${box.x + 12 + tick * 24} ${box.y + 12}v${tick % 5 === 0 ? 18 : 9}" stroke="#fff" stroke-opacity="${tick % 5 === 0 ? 0.5 : 0.22}" stroke-width="2"/>`,
  );
  const height = (box.h - 50) / tracks.length;
  const clips = tracks.flatMap((color, track) => {
    const drawn: string[] = [];
    for (let x = box.x + 12; x < box.x + box.w - 60; ) {
      const length = Math.min(70 + Math.floor(random() * 6) * 42, box.x + box.w - 12 - x);
      const y = box.y + 42 + track * height;
      drawn.push(
        `<rect x="${round(x)}" y="${round(y)}" width="${round(length - 6)}" height="${round(height - 8)}" rx="7" fill="${hex(color)}" fill-opacity="${round(0.5 + random() * 0.35)}"/>`,
      );
      x += length + (random() > 0.75 ? 36 : 0);
    }
    return drawn;
  });
  const at = round(box.x + box.w * marker);
  return `${surface(box, '#0d1519')}${ticks.join('')}${clips.join('')}
<path d="M${at} ${box.y}V${box.y + box.h}" stroke="#ff7a1a" stroke-width="4"/><path d="M${at} ${box.y + 4}m-13 0h26v10l-13 13l-13-13z" fill="#ff7a1a"/>`;
}

export function waveform(seed: string, box: Box, color: string, noise: number): string {
  const random = seededRandom(seed);
  const middle = box.y + box.h / 2;
  const count = Math.floor((box.w - 24) / 9);
  const bars = steps(count).map((step) => {
    const phrase = Math.max(0, Math.sin(step * 0.13 + 0.4)) ** 1.4 * (0.5 + 0.5 * Math.sin(step * 0.67) ** 2);
    const half = Math.max(
      2,
      (box.h / 2 - 16) * Math.min(1, phrase * (0.6 + 0.4 * random()) + noise * (0.35 + 0.65 * random())),
    );
    return `<rect x="${box.x + 12 + step * 9}" y="${round(middle - half)}" width="5" height="${round(half * 2)}" rx="2.5" fill="${color}"/>`;
  });
  return `${surface(box, '#0d1519')}<path d="M${box.x + 12} ${middle}H${box.x + box.w - 12}" stroke="#fff" stroke-opacity=".16" stroke-width="2"/>${bars.join('')}`;
}

/** An easing curve with its two handles between keyframes. */
export function easing([a, b, c, d]: readonly [number, number, number, number], box: Box, color: string): string {
  const at = (x: number, y: number): Point => [box.x + 40 + (box.w - 80) * x, box.y + box.h - 40 - (box.h - 80) * y];
  const [start, first, second, end] = [at(0, 0), at(a, b), at(c, d), at(1, 1)];
  const grid = steps(6).map(
    (step) => line([at(step / 5, 0), at(step / 5, 1)]) + line([at(0, step / 5), at(1, step / 5)]),
  );
  return `${surface(box, '#0d1519')}<path d="${grid.join('')}" stroke="#fff" stroke-opacity=".08" stroke-width="2"/>
<path d="${line([start, first])}${line([end, second])}" stroke="#fff" stroke-opacity=".5" stroke-width="3"/>
<path d="M${start.map(round).join(' ')}C${[...first, ...second, ...end].map(round).join(' ')}" fill="none" stroke="${color}" stroke-width="8" stroke-linecap="round"/>
${[first, second].map(([x, y]) => `<circle cx="${round(x)}" cy="${round(y)}" r="12" fill="#0a1013" stroke="#fff" stroke-width="4"/>`).join('')}
${[start, end].map(([x, y]) => diamond(x, y, 15, '#fff', '#0a1013')).join('')}`;
}

export function colorWheel(label: string, x: number, y: number, radius: number, [dx, dy]: Point): string {
  const sectors = steps(36).map((step) => {
    const [from, to] = [step * 10 - 90, step * 10 - 79.5].map((angle) => (angle * Math.PI) / 180) as [number, number];
    const at = (angle: number) => `${round(x + radius * Math.cos(angle))} ${round(y + radius * Math.sin(angle))}`;
    return `<path d="M${x} ${y}L${at(from)}A${radius} ${radius} 0 0 1 ${at(to)}Z" fill="${hex([68, 0.13, step * 10 + 20])}"/>`;
  });
  const id = label.replaceAll(/\W/g, '');
  return `<radialGradient id="wheel${id}"><stop offset="0" stop-color="#8a9499"/><stop offset="1" stop-color="#8a9499" stop-opacity="0"/></radialGradient>
${sectors.join('')}<circle cx="${x}" cy="${y}" r="${radius}" fill="url(#wheel${id})"/><circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="#0a1013" stroke-width="6"/>
<path d="M${x - 12} ${y}h24M${x} ${y - 12}v24" stroke="#0a1013" stroke-opacity=".5" stroke-width="2"/>
<circle cx="${x + dx}" cy="${y + dy}" r="12" fill="none" stroke="#fff" stroke-width="5"/>
${text(label, x - textWidth(label, SMALL) / 2, y - radius - 22)}`;
}

/** Draws red, green and blue side by side, as dots that thicken where the picture has its tones. */
export function parade(seed: string, box: Box): string {
  const random = seededRandom(seed);
  const third = (box.w - 40) / 3;
  const channels = [hex([66, 0.2, 25]), hex([78, 0.18, 150]), hex([66, 0.16, 255])].map((color, channel) => {
    const left = box.x + 20 + channel * third;
    const traces = steps(16).map((trace) => {
      const shift = bell(random) * 46;
      const points = steps(13).map((step): Point => {
        const wave = Math.sin(step * 0.6 + channel * 0.5) * 38 + Math.sin(step * 1.7 + trace * 0.3) * 12;
        return [left + (step / 12) * (third - 16), box.y + box.h * (0.52 - channel * 0.05) - wave + shift];
      });
      return `<path d="${curve(points)}" fill="none" stroke="${color}" stroke-opacity="${trace < 3 ? 0.85 : 0.26}" stroke-width="2.5"/>`;
    });
    return traces.join('');
  });
  const scale = steps(4).map(
    (step) => `M${box.x + 20} ${round(box.y + box.h * (0.2 + step * 0.2))}H${box.x + box.w - 20}`,
  );
  return `${surface(box, '#0d1519')}<path d="${scale.join('')}" stroke="#fff" stroke-opacity=".1" stroke-width="2"/>${channels.join('')}`;
}

export function histogram(seed: string, box: Box): string {
  const random = seededRandom(seed);
  const hills = [hex([66, 0.2, 25]), hex([78, 0.18, 150]), hex([66, 0.16, 255])].map((color, channel) => {
    const center = 0.36 + channel * 0.1 + random() * 0.05;
    const points = steps(25).map((step): Point => {
      const at = step / 24;
      const level =
        Math.exp(-((at - center) ** 2) / 0.035) * 0.72 + Math.exp(-((at - 0.8) ** 2) / 0.01) * 0.3 * random();
      return [box.x + 20 + (box.w - 40) * at, box.y + box.h - 20 - (box.h - 56) * level];
    });
    return `<path d="${curve(points)}V${box.y + box.h - 20}H${box.x + 20}Z" fill="${color}" fill-opacity=".42" stroke="${color}" stroke-width="2.5"/>`;
  });
  return `${surface(box, '#0d1519')}${hills.join('')}`;
}

export function vectorscope(seed: string, box: Box, palette: Palette): string {
  const random = seededRandom(seed);
  const [x, y, radius] = [box.x + box.w / 2, box.y + box.h / 2, Math.min(box.w, box.h) / 2 - 22];
  const dots = steps(260).map((dot) => {
    const isWarm = dot % 4 > 0;
    const along = (isWarm ? 1 : -0.75) * Math.abs(bell(random)) * 0.7;
    const across = bell(random) * 0.12;
    const [dx, dy] = [radius * (along * 0.72 + across * 0.7), -radius * (along * 0.7 - across * 0.72)];
    return `<circle cx="${round(x + dx)}" cy="${round(y + dy)}" r="${round(1.8 + random() * 1.6)}" fill="${hex(isWarm ? palette.spark : [84, 0.1, 190])}" fill-opacity="${round(0.35 + random() * 0.5)}"/>`;
  });
  return `${surface(box, '#0d1519')}<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="#fff" stroke-opacity=".3" stroke-width="2.5"/>
<circle cx="${x}" cy="${y}" r="${round(radius / 2)}" fill="none" stroke="#fff" stroke-opacity=".14" stroke-width="2"/>
<path d="M${x - radius} ${y}h${radius * 2}M${x} ${y - radius}v${radius * 2}" stroke="#fff" stroke-opacity=".14" stroke-width="2"/>${dots.join('')}`;
}
