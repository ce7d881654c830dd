import { hex } from '../pictures/picture-palettes.ts';
import { choice, control, round1, screensOf, tiles, WIDE } from './interface-layout.ts';
import { landscape, person, regrade, sparks } from './interface-scenes.ts';

/** `picture-motifs-effects.ts` draws the pictures of these plugins. */
export const effectsScreens = {
  ...screensOf('recorte-ia', 'Recorte IA', ['Máscara', 'Rastreio'], {
    mascara: (palette) =>
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
    rastreio: (palette) =>
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
  }),
  ...screensOf('grao-16', 'Grão 16', ['Textura', 'Biblioteca'], {
    textura: (palette) =>
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
    biblioteca: (palette) =>
      tiles(
        ['Fino 50D', 'Médio 250D', 'Noite 500T', 'Preto e branco', 'Vencido', 'Cópia gasta'],
        2,
        palette,
        (index, box) =>
          landscape(`stock${index}`, regrade(palette, index * 44 - 60, index === 3 ? 0.05 : 0.8, index * 2 - 4), box),
      ),
  }),
  ...screensOf('transita', 'Transita', ['Biblioteca', 'Ajuste'], {
    biblioteca: (palette) =>
      tiles(['Deslize', 'Giro', 'Zoom', 'Chicote', 'Luz', 'Dobra'], 3, palette, (index, box) => {
        const cut = round1(box.w * (0.34 + (index % 3) * 0.14));
        return `${landscape(`to${index}`, regrade(palette, 60 + index * 30), box)}<clipPath id="cut${index}"><path d="M${box.x} ${box.y}h${cut}l-${50 + index * 8} ${box.h}h-${cut}z"/></clipPath><g clip-path="url(#cut${index})">${landscape(`from${index}`, regrade(palette, index * 24), box)}</g>`;
      }),
    ajuste: (palette) =>
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
  }),
  ...screensOf('faisca', 'Faísca', ['Emissor', 'Biblioteca'], {
    particulas: (palette) =>
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
    biblioteca: (palette) =>
      tiles(['Brasas', 'Neve', 'Pó', 'Confete', 'Chuva', 'Vaga-lumes'], 0, palette, (index, box) =>
        sparks(
          `kind${index}`,
          regrade(palette, [0, 190, 40, 260, 170, 60][index] ?? 0, index === 1 ? 0.3 : 1, index === 1 ? 10 : 2),
          box,
        ),
      ),
  }),
};
