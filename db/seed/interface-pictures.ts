/** The panels of the demo's plugins, as their pages show them: 1280x720 SVG, the same bytes every time. */

import {
  type Box,
  caption,
  colorWheel,
  easing,
  histogram,
  parade,
  type Row,
  rows,
  type Slider,
  sliders,
  text,
  timeline,
  vectorscope,
  waveform,
  windowFrame,
} from './interface-parts.ts';
import { landscape, map, person, regrade, sparks, words } from './interface-scenes.ts';
import { hex, type Palette, type PictureName, palettes } from './picture-palettes.ts';
import { diamond, round, steps } from './picture-shapes.ts';

type Screen = {
  of: PictureName;
  name: string;
  tabs: readonly string[];
  open: number;
  draw: (palette: Palette) => string;
};

const WIDE: Box = { x: 28, y: 92, w: 790, h: 444 };
const SIDE: Box = { x: 842, y: 92, w: 410, h: 444 };
const FOOT: Box = { x: 28, y: 560, w: 1224, h: 136 };

const color = ({ light }: Palette) => hex(light);
const foot = (seed: string, palette: Palette, marker?: number) =>
  timeline(seed, [palette.light, palette.middle], FOOT, marker);

/** Six or nine tiles with a name under each; the chosen one is outlined. */
function tiles(names: readonly string[], chosen: number, palette: Palette, draw: (index: number, box: Box) => string) {
  const gap = 20;
  const w = (1224 - 2 * gap) / 3;
  const count = Math.ceil(names.length / 3);
  const h = (604 - (count - 1) * gap) / count;
  return names
    .map((name, index) => {
      const box: Box = {
        x: round1(28 + (index % 3) * (w + gap)),
        y: round1(92 + Math.floor(index / 3) * (h + gap)),
        w: round1(w),
        h: round1(h),
      };
      const outline =
        index === chosen
          ? `<rect x="${box.x}" y="${box.y}" width="${box.w}" height="${box.h}" rx="12" fill="none" stroke="${color(palette)}" stroke-width="7"/>`
          : '';
      return `${draw(index, box)}<path d="M${box.x} ${box.y + box.h - 46}h${box.w}v34a12 12 0 0 1-12 12h-${box.w - 24}a12 12 0 0 1-12-12z" fill="#0a1013" fill-opacity=".72"/>${text(name, box.x + 20, box.y + box.h - 15)}${outline}`;
    })
    .join('');
}

function round1(value: number): number {
  return Number(round(value));
}

function control(picture: string, title: string, items: readonly Slider[], palette: Palette): string {
  return `${picture}${sliders(title, items, SIDE, color(palette))}${foot(title, palette)}`;
}

function choice(picture: string, title: string, items: readonly Row[], chosen: number, palette: Palette): string {
  return `${picture}${rows(title, items, chosen, SIDE, color(palette))}${foot(title, palette, 0.56)}`;
}

const LOOKS = ['Sertão', 'Petróleo', 'Noite azul', 'Película', 'Outono', 'Prata', 'Manhã', 'Neon', 'Cobre'];
const LOOK_TURNS = [20, 0, 150, -25, -40, 60, 80, 210, -60];

export const screens: Record<string, Screen> = {
  'grade-cinema-looks': {
    of: 'grade-cinema',
    name: 'Grade Cinema',
    tabs: ['Looks', 'Rodas', 'Escopos'],
    open: 0,
    draw: (palette) =>
      tiles(LOOKS, 1, palette, (index, box) =>
        landscape(`look${index}`, regrade(palette, LOOK_TURNS[index] ?? 0, index === 5 ? 0.1 : 1.15), box),
      ),
  },
  'grade-cinema-rodas': {
    of: 'grade-cinema',
    name: 'Grade Cinema',
    tabs: ['Looks', 'Rodas', 'Escopos'],
    open: 1,
    draw: (palette) => {
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
  },
  'grade-cinema-escopos': {
    of: 'grade-cinema',
    name: 'Grade Cinema',
    tabs: ['Looks', 'Rodas', 'Escopos'],
    open: 2,
    draw: (palette) =>
      `${parade('parade', { x: 28, y: 92, w: 790, h: 330 })}${vectorscope('scopes', { x: 842, y: 92, w: 410, h: 330 }, palette)}${histogram('tones', { x: 28, y: 446, w: 600, h: 250 })}${landscape('take', palette, { x: 652, y: 446, w: 600, h: 250 })}`,
  },
  'onda-audio-voz': {
    of: 'onda-audio',
    name: 'Onda Áudio',
    tabs: ['Voz', 'Batidas', 'Formas'],
    open: 0,
    draw: (palette) =>
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
  },
  'onda-audio-batidas': {
    of: 'onda-audio',
    name: 'Onda Áudio',
    tabs: ['Voz', 'Batidas', 'Formas'],
    open: 1,
    draw: (palette) => {
      const box: Box = { x: 28, y: 92, w: 1224, h: 300 };
      const beats = steps(9).map((beat) => {
        const x = 96 + beat * 136;
        return `<path d="M${x} 112V676" stroke="${color(palette)}" stroke-opacity=".55" stroke-width="3" stroke-dasharray="4 8"/>${diamond(x, 118, 12, color(palette), '#0a1013')}`;
      });
      return `${waveform('beat', box, hex(palette.spark), 0.12)}${timeline('cuts', [palette.light, palette.middle, palette.shadow], { x: 28, y: 416, w: 1224, h: 280 }, 0.35)}${beats.join('')}`;
    },
  },
  'curva-motion-editor': {
    of: 'curva-motion',
    name: 'Curva Motion',
    tabs: ['Curvas', 'Presets'],
    open: 0,
    draw: (palette) =>
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
  },
  'curva-motion-presets': {
    of: 'curva-motion',
    name: 'Curva Motion',
    tabs: ['Curvas', 'Presets'],
    open: 1,
    draw: (palette) => {
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
  },
  'recorte-ia-mascara': {
    of: 'recorte-ia',
    name: 'Recorte IA',
    tabs: ['Máscara', 'Rastreio'],
    open: 0,
    draw: (palette) =>
      control(
        person('mask', palette, WIDE, hex(palette.spark)),
        'Borda',
        [
          ['Suavizar', '24', 0.24],
          ['Expandir', '06', 0.12],
          ['Cabelo fino', '81', 0.81],
          ['Luz do fundo', '40', 0.4],
        ],
        palette,
      ),
  },
  'recorte-ia-rastreio': {
    of: 'recorte-ia',
    name: 'Recorte IA',
    tabs: ['Máscara', 'Rastreio'],
    open: 1,
    draw: (palette) =>
      choice(
        person('track', regrade(palette, -30), WIDE, hex(palette.light)),
        'Objetos',
        [
          ['Pessoa 1', '240'],
          ['Pessoa 2', '198'],
          ['Bicicleta', '121'],
          ['Fundo', '240'],
        ],
        0,
        palette,
      ),
  },
  'legenda-ja-transcricao': {
    of: 'legenda-ja',
    name: 'Legenda Já',
    tabs: ['Texto', 'Estilos'],
    open: 0,
    draw: (palette) =>
      choice(
        words('line', ['palavra', 'por palavra'], 1, palette, WIDE),
        'Transcrição',
        [
          ['Oi, gente, tudo bem', '00:02'],
          ['Hoje eu vou mostrar', '00:05'],
          ['palavra por palavra', '00:08'],
          ['como fica pronto', '00:11'],
          ['em um minuto', '00:14'],
        ],
        2,
        palette,
      ),
  },
  'legenda-ja-estilos': {
    of: 'legenda-ja',
    name: 'Legenda Já',
    tabs: ['Texto', 'Estilos'],
    open: 1,
    draw: (palette) =>
      tiles(['Destaque', 'Karaokê', 'Bloco', 'Cinema', 'Podcast', 'Vertical'], 0, palette, (index, box) =>
        words(
          `style${index}`,
          index % 2 ? ['na hora'] : ['na', 'hora'],
          index % 2 ? 0 : 1,
          regrade(palette, index * 34),
          { ...box, h: box.h - 30 },
        ),
      ),
  },
  'grao-16-textura': {
    of: 'grao-16',
    name: 'Grão 16',
    tabs: ['Textura', 'Biblioteca'],
    open: 0,
    draw: (palette) =>
      control(
        landscape('film', regrade(palette, 0, 0.7), WIDE),
        'Película',
        [
          ['Grão', '55', 0.55],
          ['Halação', '30', 0.3],
          ['Poeira', '12', 0.12],
          ['Tremor do quadro', '08', 0.08],
        ],
        palette,
      ),
  },
  'grao-16-biblioteca': {
    of: 'grao-16',
    name: 'Grão 16',
    tabs: ['Textura', 'Biblioteca'],
    open: 1,
    draw: (palette) =>
      tiles(
        ['Fino 50D', 'Médio 250D', 'Noite 500T', 'Preto e branco', 'Vencido', 'Cópia gasta'],
        2,
        palette,
        (index, box) =>
          landscape(`stock${index}`, regrade(palette, index * 44 - 60, index === 3 ? 0.05 : 0.8, index * 2 - 4), box),
      ),
  },
  'transita-biblioteca': {
    of: 'transita',
    name: 'Transita',
    tabs: ['Biblioteca', 'Ajuste'],
    open: 0,
    draw: (palette) =>
      tiles(['Deslize', 'Giro', 'Zoom', 'Chicote', 'Luz', 'Dobra'], 3, palette, (index, box) => {
        const cut = round1(box.w * (0.34 + (index % 3) * 0.14));
        return `${landscape(`to${index}`, regrade(palette, 60 + index * 30), box)}<clipPath id="cut${index}"><path d="M${box.x} ${box.y}h${cut}l-${50 + index * 8} ${box.h}h-${cut}z"/></clipPath><g clip-path="url(#cut${index})">${landscape(`from${index}`, regrade(palette, index * 24), box)}</g>`;
      }),
  },
  'transita-ajuste': {
    of: 'transita',
    name: 'Transita',
    tabs: ['Biblioteca', 'Ajuste'],
    open: 1,
    draw: (palette) =>
      control(
        landscape('whip', palette, WIDE),
        'Chicote',
        [
          ['Velocidade', '86', 0.86],
          ['Direção', '45', 0.5],
          ['Borrão', '62', 0.62],
          ['Duração', '12', 0.3],
        ],
        palette,
      ),
  },
  'lote-formatos': {
    of: 'lote',
    name: 'Lote',
    tabs: ['Formatos', 'Fila'],
    open: 0,
    draw: (palette) => {
      const frames: [string, Box][] = [
        ['Horizontal', { x: 28, y: 128, w: 600, h: 338 }],
        ['Vertical', { x: 668, y: 128, w: 190, h: 338 }],
        ['Quadrado', { x: 898, y: 128, w: 338, h: 338 }],
      ];
      const drawn = frames.map(([label, box]) => person(`crop${label}`, palette, box) + text(label, box.x, 506));
      return `${drawn.join('')}${foot('formats', palette)}`;
    },
  },
  'lote-fila': {
    of: 'lote',
    name: 'Lote',
    tabs: ['Formatos', 'Fila'],
    open: 1,
    draw: (palette) =>
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
  },
  'luz-do-sertao-biblioteca': {
    of: 'luz-do-sertao',
    name: 'Luz do Sertão',
    tabs: ['LUTs', 'Comparar'],
    open: 0,
    draw: (palette) =>
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
  },
  'luz-do-sertao-comparar': {
    of: 'luz-do-sertao',
    name: 'Luz do Sertão',
    tabs: ['LUTs', 'Comparar'],
    open: 1,
    draw: (palette) => {
      const box: Box = { x: 28, y: 92, w: 1224, h: 604 };
      return `${landscape('after', regrade(palette, -18, 1.1), box)}<clipPath id="half"><rect x="28" y="92" width="560" height="604"/></clipPath><g clip-path="url(#half)">${landscape('before', regrade(palette, 0, 0.22, 8), box)}</g>
<path d="M588 92V696" stroke="#ff7a1a" stroke-width="5"/>${caption('Antes', 52, 116)}${caption('Depois', 1110, 116)}`;
    },
  },
  'mapa-vivo-rota': {
    of: 'mapa-vivo',
    name: 'Mapa Vivo',
    tabs: ['Rota', 'Estilo'],
    open: 0,
    draw: (palette) =>
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
  },
  'mapa-vivo-estilo': {
    of: 'mapa-vivo',
    name: 'Mapa Vivo',
    tabs: ['Rota', 'Estilo'],
    open: 1,
    draw: (palette) =>
      tiles(['Relevo', 'Noite', 'Papel', 'Barro', 'Mar', 'Contorno'], 0, palette, (index, box) =>
        map(
          `map${index}`,
          regrade(palette, [0, -30, 160, 130, 40, 0][index] ?? 0, index === 5 ? 0.1 : 1, index === 2 ? 12 : 0),
          box,
        ),
      ),
  },
  'letra-viva-animacoes': {
    of: 'letra-viva',
    name: 'Letra Viva',
    tabs: ['Animações', 'Letra a letra'],
    open: 0,
    draw: (palette) =>
      tiles(['Onda', 'Mola', 'Máquina', 'Queda', 'Dobra', 'Brilho'], 1, palette, (index, box) =>
        words(
          `title${index}`,
          [['Onda', 'Mola', 'Letra', 'Queda', 'Dobra', 'Brilho'][index] ?? ''],
          -1,
          regrade(palette, index * 28 - 50),
          box,
        ),
      ),
  },
  'letra-viva-letras': {
    of: 'letra-viva',
    name: 'Letra Viva',
    tabs: ['Animações', 'Letra a letra'],
    open: 1,
    draw: (palette) =>
      control(
        words('letters', ['Um título', 'que respira'], 1, palette, WIDE),
        'Mola',
        [
          ['Atraso por letra', '03', 0.2],
          ['Elasticidade', '64', 0.64],
          ['Inclinação', '12', 0.34],
          ['Espaçamento', '00', 0.5],
        ],
        palette,
      ),
  },
  'faisca-particulas': {
    of: 'faisca',
    name: 'Faísca',
    tabs: ['Emissor', 'Biblioteca'],
    open: 0,
    draw: (palette) =>
      control(
        sparks('embers', palette, WIDE),
        'Brasas',
        [
          ['Quantidade', '1200', 0.6],
          ['Vento', '35', 0.35],
          ['Gravidade', '18', 0.28],
          ['Colisão', '50', 0.5],
        ],
        palette,
      ),
  },
  'faisca-biblioteca': {
    of: 'faisca',
    name: 'Faísca',
    tabs: ['Emissor', 'Biblioteca'],
    open: 1,
    draw: (palette) =>
      tiles(['Brasas', 'Neve', 'Pó', 'Confete', 'Chuva', 'Vaga-lumes'], 0, palette, (index, box) =>
        sparks(
          `kind${index}`,
          regrade(palette, [0, 190, 40, 260, 170, 60][index] ?? 0, index === 1 ? 0.3 : 1, index === 1 ? 10 : 2),
          box,
        ),
      ),
  },
};

export const screenNames = Object.keys(screens);

export function drawScreen(key: string): string {
  const screen = screens[key];
  if (!screen) throw new Error(`There is no panel ${key}.`);
  const palette: Palette = palettes[screen.of];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720" viewBox="0 0 1280 720">
${windowFrame(screen.name, screen.tabs, screen.open, palette)}${screen.draw(palette)}
</svg>`;
}
