import { hex, mix } from './picture-palettes.ts';
import { type Lettering, letters, panel, round, steps, textWidth } from './picture-shapes.ts';
import { footY, type Stage, width } from './picture-stage.ts';

export function legendaJa({ random, palette, playheadX }: Stage): string {
  const look: Lettering = { style: 'heading', size: 104, tracking: -0.015 };
  const captions = [
    { words: ['Cada', 'palavra'], y: 250, lit: -1 },
    { words: ['na', 'hora', 'certa'], y: 404, lit: 1 },
  ];
  const rows = captions.map(({ words, y, lit }) => {
    const gap = 58;
    const widths = words.map((word) => textWidth(word, look));
    let x = (width - widths.reduce((sum, each) => sum + each, gap * (words.length - 1))) / 2;
    return words
      .map((word, index) => {
        const span = widths[index] ?? 0;
        const left = x;
        x += span + gap;
        const isLit = index === lit;
        const box = isLit
          ? `<rect x="${round(left - 26)}" y="${y - 98}" width="${round(span + 52)}" height="132" rx="20" fill="#fff"/>`
          : panel(Number(round(left - 26)), y - 98, Number(round(span + 52)), 132, 20, 0.4);
        return `${box}<g fill="${isLit ? hex(palette.shadow) : '#fff'}">${letters(word, left, y, look)}</g>`;
      })
      .join('');
  });
  const voice = steps(106).map((step) => {
    const x = 12 + step * 12;
    const half = 4 + 42 * Math.abs(Math.sin(step * 0.19)) * (0.4 + 0.6 * random());
    return `<rect x="${x - 2.5}" y="${round(548 - half)}" width="5" height="${round(half * 2)}" rx="2.5" fill="#fff" fill-opacity="${x < playheadX ? 0.85 : 0.36}"/>`;
  });
  return `${rows.join('')}${voice.join('')}`;
}

export function letraViva({ palette }: Stage): string {
  const look: Lettering = { style: 'heading', size: 430 };
  const pose = [
    { x: 96, lift: 0, tilt: -3 },
    { x: 400, lift: -64, tilt: 6 },
    { x: 566, lift: 22, tilt: -5 },
    { x: 866, lift: -34, tilt: 8 },
  ];
  const drawn = [...'Viva'].map((letter, index) => {
    const { x, lift, tilt } = pose[index] ?? { x: 0, lift: 0, tilt: 0 };
    const y = 486 + lift;
    const span = textWidth(letter, look);
    const tall = letter === 'V' ? 306 : letter === 'i' ? 318 : 226;
    const turn = `rotate(${tilt} ${round(x + span / 2)} ${y})`;
    const ghosts = [3, 2, 1].map(
      (step) =>
        `<g fill="${mix(palette.light, palette.spark, step / 3)}" fill-opacity="${round(0.34 - step * 0.08)}" transform="translate(${-step * 16} ${step * 34}) rotate(${round(tilt * (1 - step * 0.7))} ${round(x + span / 2)} ${y})">${letters(letter, x, y, look)}</g>`,
    );
    return `${ghosts.join('')}<g transform="${turn}"><g fill="#fff">${letters(letter, x, y, look)}</g>
<rect x="${round(x - 8)}" y="${y - tall - 8}" width="${round(span + 16)}" height="${tall + 18}" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="3"/>
${[
  [x - 8, y - tall - 8],
  [x + span + 8, y - tall - 8],
  [x - 8, y + 10],
  [x + span + 8, y + 10],
]
  .map(
    ([cx, cy]) =>
      `<rect x="${round((cx ?? 0) - 8)}" y="${round((cy ?? 0) - 8)}" width="16" height="16" rx="3" fill="${hex(palette.shadow)}" stroke="#fff" stroke-width="3.5"/>`,
  )
  .join('')}</g>`;
  });
  return `<clipPath id="page"><rect width="${width}" height="${footY}"/></clipPath><g clip-path="url(#page)">
<path d="M0 486H${width}M0 180H${width}" stroke="#fff" stroke-opacity=".3" stroke-width="2.5" stroke-dasharray="10 12"/>${drawn.join('')}</g>`;
}

export function roloDeCreditos({ palette }: Stage): string {
  const roll = [
    ['Roteiro', 'Ana Prado'],
    ['Montagem', 'Caio Lins'],
    ['Cor', 'Bia Moraes'],
    ['Som', 'Davi Rocha'],
    ['Trilha', 'Lia Campos'],
    ['Arte', 'Rui Teles'],
  ] as const;
  const role: Lettering = { style: 'text', size: 50 };
  const name: Lettering = { style: 'heading', size: 62, tracking: -0.01 };
  const rows = roll.map(([job, person], index) => {
    const y = 104 + index * 104;
    const light = Math.cos(((y - 330) / 330) * 1.15) ** 1.4;
    const opacity = Number.isFinite(light) ? Math.max(0.1, light) : 0.1;
    return `<g fill="${mix(palette.light, palette.spark, 0.75)}" fill-opacity="${round(opacity * 0.9)}">${letters(job, 596 - textWidth(job, role), y, role)}</g>
<g fill="#fff" fill-opacity="${opacity.toFixed(2)}">${letters(person, 684, y, name)}</g>`;
  });
  return `<clipPath id="screen"><rect width="${width}" height="${footY}"/></clipPath><g clip-path="url(#screen)">${rows.join('')}</g>
<path d="M1196 470V190m-30 34l30-34l30 34" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>`;
}
