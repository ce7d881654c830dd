import { choice, control, screensOf, tiles, WIDE } from './interface-layout.ts';
import { regrade, words } from './interface-scenes.ts';

/** `picture-motifs-text.ts` draws the pictures of these plugins. */
export const textScreens = {
  ...screensOf('legenda-ja', 'Legenda Já', ['Texto', 'Estilos'], {
    transcricao: (palette) =>
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
    estilos: (palette) =>
      tiles(['Destaque', 'Karaokê', 'Bloco', 'Cinema', 'Podcast', 'Vertical'], 0, palette, (index, box) =>
        words(
          `style${index}`,
          index % 2 ? ['na hora'] : ['na', 'hora'],
          index % 2 ? 0 : 1,
          regrade(palette, index * 34),
          { ...box, h: box.h - 30 },
        ),
      ),
  }),
  ...screensOf('letra-viva', 'Letra Viva', ['Animações', 'Letra a letra'], {
    animacoes: (palette) =>
      tiles(['Onda', 'Mola', 'Máquina', 'Queda', 'Dobra', 'Brilho'], 1, palette, (index, box) =>
        words(
          `title${index}`,
          [['Onda', 'Mola', 'Letra', 'Queda', 'Dobra', 'Brilho'][index] ?? ''],
          -1,
          regrade(palette, index * 28 - 50),
          box,
        ),
      ),
    letras: (palette) =>
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
  }),
};
