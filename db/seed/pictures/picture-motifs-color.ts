import { hex, type Lch, type Palette, palettes, stops, ungraded } from './picture-palettes.ts';
import { bell, curve, line, type Point, round, steps } from './picture-shapes.ts';
import { footY, glow, height, type Stage, width } from './picture-stage.ts';

const turn = Math.PI * 2;

export function gradeCinema(stage: Stage): string {
  const graded = palettes['grade-cinema'];
  const flat: Palette = {
    shadow: ungraded(graded.shadow),
    middle: ungraded(graded.middle),
    light: ungraded(graded.light),
    spark: ungraded(graded.spark),
  };
  const x = round(stage.playheadX);
  return `<clipPath id="raw"><rect width="${x}" height="${height}"/></clipPath>
<clipPath id="done"><rect x="${x}" width="${width}" height="${height}"/></clipPath>
<g clip-path="url(#done)">${valley(graded, 'done-', stage.phase)}</g><g clip-path="url(#raw)">${valley(flat, 'raw-', stage.phase)}</g>
${waveform(stage)}${vectorscope(stage, 1010, 250, 172, 52, 0.45 + 0.75 * (1 - stage.playheadX / width))}`;
}

export function peleNatural(stage: Stage): string {
  const skins: Lch[] = [
    [90, 0.045, 65],
    [82, 0.07, 60],
    [73, 0.09, 55],
    [62, 0.095, 50],
    [50, 0.085, 45],
    [39, 0.065, 42],
    [29, 0.045, 40],
  ];
  const orbs = skins.map((skin, index) => {
    const x = 150 + index * 100;
    return `<radialGradient id="skin${index}" cx=".36" cy=".3" r=".8">${stops([[Math.min(96, skin[0] + 9), skin[1], skin[2]], skin, [skin[0] * 0.62, skin[1] * 1.1, skin[2] - 12]])}</radialGradient>
<circle cx="${x}" cy="${round(345 + 70 * Math.sin(index * 0.95 + 0.4))}" r="${112 - index * 4}" fill="url(#skin${index})" fill-opacity=".96"/>`;
  });
  const angle = -2.15;
  const edge: Point = [1010 + 200 * Math.cos(angle), 300 + 200 * Math.sin(angle)];
  return `${orbs.join('')}${vectorscope(stage, 1010, 300, 200, -angle * (360 / turn))}
<path d="M1010 300L${edge.map(round).join(' ')}" stroke="#ffd9b8" stroke-width="4" stroke-linecap="round"/>`;
}

export function luzDoSertao({ phase }: Stage): string {
  const looks: Palette[] = [
    { shadow: [34, 0.02, 220], middle: [56, 0.02, 220], light: [74, 0.03, 80], spark: [86, 0.02, 80] },
    { shadow: [26, 0.06, 230], middle: [48, 0.09, 215], light: [78, 0.09, 190], spark: [92, 0.05, 170] },
    { shadow: [25, 0.06, 195], middle: [50, 0.09, 120], light: [84, 0.14, 85], spark: [95, 0.08, 95] },
    palettes['luz-do-sertao'],
    { shadow: [25, 0.09, 15], middle: [50, 0.16, 35], light: [76, 0.17, 58], spark: [91, 0.12, 85] },
    { shadow: [21, 0.07, 300], middle: [40, 0.13, 330], light: [68, 0.16, 15], spark: [86, 0.12, 60] },
  ];
  const band = width / looks.length;
  const strips = looks.map(
    (
      look,
      index,
    ) => `<clipPath id="band${index}"><rect x="${round(index * band)}" width="${round(band)}" height="${height}"/></clipPath>
<g clip-path="url(#band${index})">${dune(look, `look${index}-`, phase)}</g>
<path d="M${round(index * band)} 0V${height}" stroke="#fff" stroke-opacity="${index ? 0.5 : 0}" stroke-width="2"/>`,
  );
  const chosen = 3 * band;
  return `${strips.join('')}<rect x="${round(chosen + 10)}" y="12" width="${round(band - 20)}" height="${footY - 24}" rx="16" fill="none" stroke="#fff" stroke-width="4"/>`;
}

/** The same land as the camera saw it, and in the look that `luzDoSertao` has chosen. */
export function oneLook({ playheadX, phase }: Stage): string {
  const flat: Palette = {
    shadow: [34, 0.02, 220],
    middle: [56, 0.02, 220],
    light: [74, 0.03, 80],
    spark: [86, 0.02, 80],
  };
  return dune(playheadX > 0 ? flat : palettes['luz-do-sertao'], 'look-', phase);
}

function valley(palette: Palette, prefix: string, phase: number): string {
  const ridges = steps(5).map((row) => {
    const depth = row / 4;
    const top = 345 + row * 58;
    const points = steps(33).map((step): Point => {
      const at = step / 32 + Math.sin(turn * phase) * 0.006 * (row + 1);
      const swell =
        Math.sin(at * (5.2 + row * 1.3) + row * 2.1 + 0.5) * (46 - row * 3) +
        Math.sin(at * (13 + row * 2.7) + row * 4.4) * 17;
      return [(step / 32) * width, top - swell * (1 - depth * 0.25) - at * 36 * (1 - depth)];
    });
    const far: Lch = [palette.light[0] - 8, palette.light[1] * (0.85 - depth * 0.5), palette.light[2] - depth * 20];
    const near: Lch = [palette.shadow[0] * 0.8, palette.shadow[1], palette.shadow[2]];
    const warm: Lch = [palette.middle[0] + 12 - depth * 22, palette.middle[1], palette.middle[2]];
    return `<linearGradient id="${prefix}ridge${row}" x1="0" y1=".6" x2="1" y2="0">${stops([near, warm, far].map((tone, i): Lch => [tone[0] * (1 - depth * (i === 2 ? 0.6 : i === 1 ? 0.55 : 0.35)), tone[1], tone[2]]))}</linearGradient>
<path d="${curve(points)}V${height}H0Z" fill="url(#${prefix}ridge${row})" fill-opacity="${0.66 + depth * 0.28}"/>`;
  });
  return `<linearGradient id="${prefix}sky" x1="0" y1=".75" x2="1" y2=".1">${stops([palette.shadow, palette.middle, palette.light])}</linearGradient>
${glow(`${prefix}sun`, 0.66, 0.3, 0.5, hex(palette.light), 0.95)}${glow(`${prefix}halo`, 0.66, 0.34, 0.24, hex(palette.spark), 0.95)}
${[`${prefix}sky`, `${prefix}sun`, `${prefix}halo`].map((id) => `<rect width="${width}" height="${height}" fill="url(#${id})"/>`).join('')}${ridges.join('')}`;
}

function dune(palette: Palette, prefix: string, phase: number): string {
  const slopes = steps(3).map((row) => {
    const points = steps(17).map(
      (step): Point => [
        step * 80,
        390 + row * 82 + Math.sin(step * (0.42 + row * 0.09) + row * 1.9 + phase) * (58 - row * 10),
      ],
    );
    const tone: Lch = row === 0 ? palette.light : row === 1 ? palette.middle : palette.shadow;
    return `<linearGradient id="${prefix}slope${row}" x1="0" y1="0" x2="0" y2="1">${stops([
      [tone[0] * 0.94, tone[1], tone[2]],
      [tone[0] * 0.6, tone[1], tone[2]],
    ])}</linearGradient>
<path d="${curve(points)}V${height}H0Z" fill="url(#${prefix}slope${row})"/>`;
  });
  return `<linearGradient id="${prefix}air" x1="0" y1="0" x2="0" y2=".72">${stops([palette.middle, palette.light, palette.spark])}</linearGradient>
<rect width="${width}" height="${height}" fill="url(#${prefix}air)"/>
<circle cx="742" cy="250" r="118" fill="${hex([Math.min(97, palette.spark[0] + 5), palette.spark[1] * 0.8, palette.spark[2]])}" fill-opacity=".92"/>${slopes.join('')}`;
}

function vectorscope(stage: Stage, x: number, y: number, radius: number, axis: number, saturation = 1): string {
  const rings = [1, 0.75, 0.5, 0.25].map(
    (share) =>
      `<circle cx="${x}" cy="${y}" r="${radius * share}" fill="none" stroke="#fff" stroke-opacity="${share === 1 ? 0.5 : 0.2}" stroke-width="2"/>`,
  );
  const targets = steps(6).map((step) => {
    const angle = ((step * 60 + 19) * Math.PI) / 180;
    return `<rect x="${round(x + radius * 0.78 * Math.cos(angle) - 8)}" y="${round(y + radius * 0.78 * Math.sin(angle) - 8)}" width="16" height="16" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="2"/>`;
  });
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="#04090b" fill-opacity=".5"/>${rings.join('')}
<path d="M${x - radius} ${y}h${radius * 2}M${x} ${y - radius}v${radius * 2}" stroke="#fff" stroke-opacity=".22" stroke-width="2"/>${targets.join('')}
<g transform="rotate(${round(-axis + Math.sin(turn * stage.phase) * 4)} ${x} ${y})">${cloud(stage, x, y, radius, saturation)}</g>`;
}

function cloud({ random, palette, phase }: Stage, x: number, y: number, radius: number, saturation: number): string {
  const breath = saturation + 0.08 * Math.sin(turn * phase + 1);
  return steps(420)
    .map((dot) => {
      const isWarm = dot % 5 > 1;
      const along = (isWarm ? 1 : -0.7) * Math.abs(bell(random)) * 0.72 * breath;
      const across = bell(random) * 0.13 * (1.1 - Math.abs(along) * 0.6);
      return `<circle cx="${round(x + radius * along)}" cy="${round(y + radius * across)}" r="${round(1.8 + random() * 1.6)}" fill="${hex(isWarm ? palette.spark : [84, 0.1, 190])}" fill-opacity="${round(0.3 + random() * 0.5)}"/>`;
    })
    .join('');
}

function waveform({ random, phase }: Stage): string {
  const passes = steps(14).map((pass) => {
    const shift = pass === 0 ? 0 : bell(random) * 85;
    const points = steps(81).map((step): Point => {
      const at = step / 80;
      const level =
        Math.sin(at * 9 + turn * phase) * 26 +
        Math.sin(at * 23 - turn * phase * 2 + 1) * 17 +
        Math.sin(at * 51 + turn * phase) * 7;
      return [at * width, 520 - level * (1 + pass * 0.03) + shift * (0.4 + 0.6 * Math.sin(at * 7 + pass) ** 2)];
    });
    return `<path d="${curve(points)}" fill="none" stroke="#fff" stroke-opacity="${pass === 0 ? 0.9 : 0.2}" stroke-width="${pass === 0 ? 3.5 : 2}"/>`;
  });
  const scale = [460, 520, 580]
    .map((y) =>
      line([
        [0, y],
        [width, y],
      ]),
    )
    .join('');
  return `<path d="${scale}" stroke="#fff" stroke-opacity=".12" stroke-width="2" stroke-dasharray="4 12"/>${passes.join('')}`;
}
