import { screensOf, tiles } from './interface-layout.ts';
import { type Box, caption, colorWheel, histogram, parade, vectorscope } from './interface-parts.ts';
import { landscape, regrade } from './interface-scenes.ts';

/** `picture-motifs-color.ts` draws the pictures of these plugins. */
export const colorScreens = {
  ...screensOf('grade-cinema', 'Grade Cinema', ['Looks', 'Rodas', 'Escopos'], {
    looks: (palette) =>
      tiles(LOOKS, 1, palette, (index, box) =>
        landscape(`look${index}`, regrade(palette, LOOK_TURNS[index] ?? 0, index === 5 ? 0.1 : 1.15), box),
      ),
    rodas: (palette) => {
      const wheels = ['Sombras', 'Meios-tons', 'Altas luzes', 'Geral'].map((label, index) =>
        colorWheel(
          label,
          180 + index * 306,
          566,
          96,
          [
            [-30, 18],
            [12, -8],
            [34, -22],
            [0, 6],
          ][index] as [number, number],
        ),
      );
      return `${landscape('take', palette, { x: 28, y: 92, w: 790, h: 330 })}${vectorscope('wheels', { x: 842, y: 92, w: 410, h: 330 }, palette)}${wheels.join('')}`;
    },
    escopos: (palette) =>
      `${parade('parade', { x: 28, y: 92, w: 790, h: 330 })}${vectorscope('scopes', { x: 842, y: 92, w: 410, h: 330 }, palette)}${histogram('tones', { x: 28, y: 446, w: 600, h: 250 })}${landscape('take', palette, { x: 652, y: 446, w: 600, h: 250 })}`,
  }),
  ...screensOf('luz-do-sertao', 'Luz do Sertão', ['LUTs', 'Comparar'], {
    biblioteca: (palette) =>
      tiles(
        ['Meio-dia seco', 'Poeira', 'Fim de tarde', 'Barro', 'Brasa', 'Serra', 'Chuva', 'Lua nova', 'Lua cheia'],
        2,
        palette,
        (index, box) =>
          landscape(
            `lut${index}`,
            regrade(
              palette,
              [0, 12, -22, -34, -44, 70, 120, 190, 170][index] ?? 0,
              index === 0 ? 0.7 : 1.1,
              index > 6 ? -14 : 0,
            ),
            box,
          ),
      ),
    comparar: (palette) => {
      const box: Box = { x: 28, y: 92, w: 1224, h: 604 };
      return `${landscape('after', regrade(palette, -18, 1.1), box)}<clipPath id="half"><rect x="28" y="92" width="560" height="604"/></clipPath><g clip-path="url(#half)">${landscape('before', regrade(palette, 0, 0.22, 8), box)}</g>
<path d="M588 92V696" stroke="#ff7a1a" stroke-width="5"/>${caption('Antes', 52, 116)}${caption('Depois', 1110, 116)}`;
    },
  }),
};

const LOOKS = ['Sertão', 'Petróleo', 'Noite azul', 'Película', 'Outono', 'Prata', 'Manhã', 'Neon', 'Cobre'];
const LOOK_TURNS = [20, 0, 150, -25, -40, 60, 80, 210, -60];
