import { brandOrange, graphite, hex, type Lch, mix } from './picture-palettes.ts';
import { type Lettering, letters, round, steps, textWidth } from './picture-shapes.ts';
import { glow, height, width } from './picture-stage.ts';
import { drawPicture } from './pictures.ts';

const orange = hex(brandOrange);
const dark = hex(graphite);
const paleGraphite: Lch = [70, 0.012, 228];

export function drawMark(tone: Lch): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${mark(15, tone)}</svg>`;
}

export function drawTouchIcon(tone: Lch): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="180" height="180">${mark(0, tone)}</svg>`;
}

export function drawShareCard(): string {
  const name: Lettering = { style: 'heading', size: 124, tracking: -0.03 };
  const words: Lettering = { style: 'text', size: 36, tracking: -0.005 };
  const small: Lettering = { style: 'text', size: 25 };
  const ticks = steps(61).map(
    (step) =>
      `<path d="M${step * 20} 572v${step % 5 ? 9 : 20}" stroke="#fff" stroke-opacity="${step % 5 ? 0.22 : 0.45}" stroke-width="2"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
<defs>${glow('haze', 0.86, 0.3, 0.6, hex([40, 0.07, 190]), 0.75)}${glow('ember', 0.98, 0.75, 0.4, hex([46, 0.11, 45]), 0.5)}
<clipPath id="card"><rect x="650" y="118" width="620" height="349" rx="24"/></clipPath></defs>
<rect width="1200" height="630" fill="${dark}"/><rect width="1200" height="630" fill="url(#haze)"/><rect width="1200" height="630" fill="url(#ember)"/>
<rect x="650" y="140" width="620" height="349" rx="24" fill="#000" fill-opacity=".28"/>
<g clip-path="url(#card)"><svg x="650" y="118" width="620" height="349" viewBox="0 0 ${width} ${height}">${inner(drawPicture({ name: 'grade-cinema' }))}</svg></g>
<rect x="650" y="118" width="620" height="349" rx="24" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="2"/>
<g transform="translate(72 118) scale(1.25)">${mark(15, brandOrange)}</g>
<g fill="#fff">${letters('Corte Final', 68, 332, name)}</g>
<g fill="${hex([90, 0.008, 228])}">${letters('Plugins para quem', 72, 402, words)}${letters('vive na linha do tempo.', 72, 450, words)}</g>
<g fill="${hex(paleGraphite)}">${letters('Chave na hora  ·  Download imediato', 72, 526, small)}</g>
<rect y="572" width="1200" height="58" fill="#04090b" fill-opacity=".6"/>${ticks.join('')}
<path d="M817.4 0V630" stroke="${orange}" stroke-width="4"/><path d="M801.4 570h32v8l-16 16l-16-16z" fill="${orange}"/></svg>`;
}

export function drawPlaceholder(): string {
  const label: Lettering = { style: 'heading', size: 54, tracking: -0.01 };
  const left = (width - textWidth('Sem Imagem', label)) / 2;
  const ticks = steps(41)
    .map((step) => `M${step * 32} 648v${step % 5 ? 9 : 20}`)
    .join('');
  const tone = mix(graphite, paleGraphite, 0.72);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><title>Sem Imagem</title>
<rect width="${width}" height="${height}" fill="${hex([22.2, 0.013, 228])}"/><rect y="648" width="${width}" height="72" fill="${dark}"/>
<path d="${ticks}" stroke="${tone}" stroke-width="2"/>
<g fill="none" stroke="${tone}" stroke-width="9" stroke-linejoin="round" stroke-linecap="round"><rect x="544" y="206" width="192" height="144" rx="20"/><circle cx="594" cy="254" r="15"/><path d="M550 336l58-50l36 30l42-44l46 46"/></g>
<g fill="${hex(paleGraphite)}">${letters('Sem Imagem', left, 440, label)}</g></svg>`;
}

function mark(radius: number, tone: Lch): string {
  return `<rect width="64" height="64" rx="${radius}" fill="${hex(tone)}"/><path d="M24 19.6c0-2 2.2-3.2 3.9-2.1l18 12.4c1.5 1 1.5 3.2 0 4.2l-18 12.4c-1.7 1.1-3.9 0-3.9-2.1z" fill="${dark}" transform="translate(${round(-0.6)} 0)"/>`;
}

function inner(svg: string): string {
  return svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'));
}
