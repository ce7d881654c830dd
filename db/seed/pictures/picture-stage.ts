import { brandOrange, hex, type Palette, stops } from './picture-palettes.ts';
import { type Random, round, steps } from './picture-shapes.ts';

export const width = 1280;
export const height = 720;
export const footY = 640;

const playheadColor = hex(brandOrange);

export interface Stage {
  palette: Palette;
  random: Random;
  playheadX: number;
  phase: number;
}

export function ground(palette: Palette): string {
  const { shadow, middle, light, spark } = palette;
  const deep: Palette['shadow'] = [shadow[0] * 0.62, shadow[1] * 0.8, shadow[2]];
  return `<defs>
<linearGradient id="base" x1="0" y1=".86" x2="1" y2=".1">${stops([shadow, middle, light])}</linearGradient>
${glow('lamp', 0.8, 0.2, 0.62, hex(light), 0.95)}${glow('core', 0.77, 0.2, 0.3, hex(spark), 0.75)}
${glow('depth', 0.04, 0.92, 0.72, hex(deep), 0.95)}${glow('corner', 1.02, 1.02, 0.55, hex(shadow), 0.8)}
${glow('edge', 0.12, -0.05, 0.5, hex(middle), 0.55)}
</defs>${['base', 'edge', 'corner', 'lamp', 'core', 'depth'].map(sheet).join('')}`;
}

export function glow(id: string, x: number, y: number, radius: number, color: string, strength: number): string {
  const falloff = steps(9).map((step) => {
    const opacity = strength * (0.5 + 0.5 * Math.cos((Math.PI * step) / 8));
    return `<stop offset="${step / 8}" stop-color="${color}" stop-opacity="${opacity.toFixed(3)}"/>`;
  });
  return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${x * width}" cy="${y * height}" r="${radius * width}" gradientTransform="translate(0 ${round(y * height * 0.18)}) scale(1 .82)">${falloff.join('')}</radialGradient>`;
}

function sheet(id: string): string {
  return `<rect width="${width}" height="${height}" fill="url(#${id})"/>`;
}

export function ruler({ palette, random }: Stage): string {
  const ticks = steps(Math.floor(width / 32) + 1).map((step) => {
    const isMajor = step % 5 === 0;
    return `<path d="M${step * 32 + 0.5} ${footY}v${isMajor ? 20 : 9}" stroke="#fff" stroke-opacity="${isMajor ? 0.5 : 0.28}" stroke-width="2"/>`;
  });
  const fills = [hex(palette.light), hex(palette.middle), hex(palette.spark)];
  const clips: string[] = [];
  for (let x = -40, index = 0; x < width; index += 1) {
    const length = 120 + Math.floor(random() * 6) * 36;
    clips.push(
      `<rect x="${x}" y="${footY + 34}" width="${length - 6}" height="28" rx="6" fill="${fills[index % 3]}" fill-opacity=".34"/>`,
    );
    x += length;
  }
  return `<rect y="${footY}" width="${width}" height="${height - footY}" fill="#04090b" fill-opacity=".66"/>
<path d="M0 ${footY}H${width}" stroke="#fff" stroke-opacity=".14"/>${clips.join('')}${ticks.join('')}`;
}

export function playhead(x: number): string {
  const left = round(x);
  return `<path d="M${left} 0V${height}" stroke="#04090b" stroke-opacity=".22" stroke-width="10"/>
<path d="M${left} 0V${height}" stroke="${playheadColor}" stroke-width="4"/>
<path d="M${round(x - 16)} ${footY - 2}h32v8l-16 16l-16-16z" fill="${playheadColor}"/>`;
}
