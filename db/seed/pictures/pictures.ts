/** The product pictures of the demo shop, drawn by code: 1280x720 SVG, the same bytes every time. */

import { gradeCinema, luzDoSertao, oneLook, peleNatural } from './picture-motifs-color.ts';
import { faisca, grao16, recorteIa, transita } from './picture-motifs-effects.ts';
import { curvaMotion, lote, mapaVivo, ondaAudio } from './picture-motifs-motion.ts';
import { legendaJa, letraViva, roloDeCreditos } from './picture-motifs-text.ts';
import { type PictureName, palettes } from './picture-palettes.ts';
import { seededRandom } from './picture-shapes.ts';
import { ground, height, playhead, ruler, type Stage, width } from './picture-stage.ts';

export interface PictureSpec {
  name: PictureName;
  /** Both go from 0 to 1; a playhead of 0 is at the left. */
  playhead?: number;
  phase?: number;
}

interface Motif {
  playhead: number;
  draw: (stage: Stage) => string;
}

/** Each draws before left of the playhead and after right of it. */
const compared = { 'grade-cinema': gradeCinema, 'luz-do-sertao': oneLook, 'recorte-ia': recorteIa } satisfies Partial<
  Record<PictureName, Motif['draw']>
>;
export type ComparedName = keyof typeof compared;
export const comparedNames = Object.keys(compared) as ComparedName[];

const motifs: Record<PictureName, Motif> = {
  'grade-cinema': { playhead: 0.27, draw: gradeCinema },
  'pele-natural': { playhead: 0.61, draw: peleNatural },
  'luz-do-sertao': { playhead: 0.42, draw: luzDoSertao },
  'onda-audio': { playhead: 0.36, draw: ondaAudio },
  'curva-motion': { playhead: 0.46, draw: curvaMotion },
  'mapa-vivo': { playhead: 0.69, draw: mapaVivo },
  lote: { playhead: 0.8, draw: lote },
  'recorte-ia': { playhead: 0.51, draw: recorteIa },
  'grao-16': { playhead: 0.64, draw: grao16 },
  transita: { playhead: 0.5, draw: transita },
  faisca: { playhead: 0.2, draw: faisca },
  'legenda-ja': { playhead: 0.56, draw: legendaJa },
  'letra-viva': { playhead: 0.76, draw: letraViva },
  'rolo-de-creditos': { playhead: 0.5, draw: roloDeCreditos },
};

export const pictureNames = Object.keys(motifs) as PictureName[];

export function drawPicture({ name, playhead: share, phase = 0 }: PictureSpec): string {
  const motif = motifs[name];
  const stage = stageOf(name, (share ?? motif.playhead) * width, phase);
  return svg(`${ground(stage.palette)}${motif.draw(stage)}${ruler(stage)}${playhead(stage.playheadX)}`);
}

/** Draws one side of a before/after, without the playhead, which the page draws. */
export function drawSide(name: ComparedName, side: 'antes' | 'depois'): string {
  const stage = stageOf(name, side === 'antes' ? width : 0, 0);
  return svg(`${ground(stage.palette)}${compared[name](stage)}${ruler(stage)}`);
}

function stageOf(name: PictureName, playheadX: number, phase: number): Stage {
  return { palette: palettes[name], random: seededRandom(name), playheadX, phase };
}

function svg(drawing: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
${drawing}
</svg>`;
}
