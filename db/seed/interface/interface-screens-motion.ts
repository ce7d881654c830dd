import { hex } from '../pictures/picture-palettes.ts';
import { diamond, steps } from '../pictures/picture-shapes.ts';
import { choice, color, foot, SIDE, screensOf, tiles, WIDE } from './interface-layout.ts';
import { type Box, caption, easing, sliders, text, timeline, waveform } from './interface-parts.ts';
import { map, person, regrade } from './interface-scenes.ts';

/** `picture-motifs-motion.ts` draws the pictures of these plugins. */
export const motionScreens = {
  ...screensOf('onda-audio', 'Onda Áudio', ['Voz', 'Batidas', 'Formas'], {
    voz: (palette) =>
      `${waveform('voice', { x: 28, y: 92, w: 790, h: 210 }, '#66757d', 0.3)}${waveform('voice', { x: 28, y: 326, w: 790, h: 210 }, color(palette), 0)}${caption('Gravado', 44, 108)}${caption('Limpo', 44, 342)}${sliders(
        'Limpeza',
        [
          ['Ruído de fundo', '72', 0.72],
          ['Eco da sala', '45', 0.45],
          ['Chiado', '38', 0.38],
          ['Sibilância', '20', 0.2],
        ],
        SIDE,
        color(palette),
      )}${foot('voice', palette)}`,
    batidas: (palette) => {
      const box: Box = { x: 28, y: 92, w: 1224, h: 300 };
      const beats = steps(9).map((beat) => {
        const x = 96 + beat * 136;
        return `<path d="M${x} 112V676" stroke="${color(palette)}" stroke-opacity=".55" stroke-width="3" stroke-dasharray="4 8"/>${diamond(x, 118, 12, color(palette), '#0a1013')}`;
      });
      return `${waveform('beat', box, hex(palette.spark), 0.12)}${timeline('cuts', [palette.light, palette.middle, palette.shadow], { x: 28, y: 416, w: 1224, h: 280 }, 0.35)}${beats.join('')}`;
    },
  }),
  ...screensOf('curva-motion', 'Curva Motion', ['Curvas', 'Presets'], {
    editor: (palette) =>
      `${easing([0.7, 0, 0.2, 1], WIDE, color(palette))}${sliders(
        'Ritmo',
        [
          ['Entrada', '70', 0.7],
          ['Saída', '80', 0.8],
          ['Duração', '18', 0.36],
          ['Atraso por camada', '4', 0.16],
        ],
        SIDE,
        color(palette),
      )}${foot('keys', palette)}`,
    presets: (palette) => {
      const curves: [number, number, number, number][] = [
        [0.3, 0, 0.2, 1],
        [0.9, 0, 0.1, 1],
        [0.1, 0.7, 0.3, 1],
        [0.7, 0, 0.9, 0.3],
        [0.2, 1.1, 0.6, 1],
        [0.4, -0.1, 0.7, 0.9],
      ];
      return tiles(['Suave', 'Impacto', 'Chegada', 'Partida', 'Elástico', 'Recuo'], 1, palette, (index, box) =>
        easing(curves[index] ?? [0, 0, 1, 1], { ...box, h: box.h - 46 }, color(palette)),
      );
    },
  }),
  ...screensOf('lote', 'Lote', ['Formatos', 'Fila'], {
    formatos: (palette) => {
      const frames: [string, Box][] = [
        ['Horizontal', { x: 28, y: 128, w: 600, h: 338 }],
        ['Vertical', { x: 668, y: 128, w: 190, h: 338 }],
        ['Quadrado', { x: 898, y: 128, w: 338, h: 338 }],
      ];
      const drawn = frames.map(([label, box]) => person(`crop${label}`, palette, box) + text(label, box.x, 506));
      return `${drawn.join('')}${foot('formats', palette)}`;
    },
    fila: (palette) =>
      sliders(
        'Exportando',
        [
          ['Abertura, horizontal', '100', 1],
          ['Abertura, vertical', '100', 1],
          ['Abertura, quadrado', '64', 0.64],
          ['Entrevista, horizontal', '18', 0.18],
          ['Entrevista, vertical', '0', 0.01],
        ],
        { x: 28, y: 92, w: 790, h: 604 },
        color(palette),
      ) + person('queue', regrade(palette, 25), { x: 842, y: 92, w: 410, h: 604 }),
  }),
  ...screensOf('mapa-vivo', 'Mapa Vivo', ['Rota', 'Estilo'], {
    rota: (palette) =>
      choice(
        map('route', palette, WIDE),
        'Paradas',
        [
          ['Recife', '00:00'],
          ['Caruaru', '00:02'],
          ['Arcoverde', '00:04'],
          ['Serra Talhada', '00:06'],
          ['Petrolina', '00:09'],
        ],
        1,
        palette,
      ),
    estilo: (palette) =>
      tiles(['Relevo', 'Noite', 'Papel', 'Barro', 'Mar', 'Contorno'], 0, palette, (index, box) =>
        map(
          `map${index}`,
          regrade(palette, [0, -30, 160, 130, 40, 0][index] ?? 0, index === 5 ? 0.1 : 1, index === 2 ? 12 : 0),
          box,
        ),
      ),
  }),
};
