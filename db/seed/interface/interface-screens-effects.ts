import { hex } from '../pictures/picture-palettes.ts';
import { choice, control, round1, type Screen, tiles, WIDE } from './interface-layout.ts';
import { landscape, person, regrade, sparks } from './interface-scenes.ts';

/** `picture-motifs-effects.ts` draws the pictures of these plugins. */
export const effectsScreens: Record<string, Screen> = {
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
