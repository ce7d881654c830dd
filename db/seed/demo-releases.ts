import type { Platform } from '#src/wire/platforms.ts';

export type DemoRelease = {
  productId: string;
  version: string;
  channel: 'stable' | 'beta';
  publishedDaysAgo: number;
  isCritical: boolean;
  notes: string;
  files: { platform: Platform; label: string }[];
};

const EVERY_SYSTEM: DemoRelease['files'] = [{ platform: 'any', label: '' }];
const TWO_SYSTEMS: DemoRelease['files'] = [
  { platform: 'windows', label: '' },
  { platform: 'macos', label: 'Intel e Apple Silicon' },
];
const THREE_SYSTEMS: DemoRelease['files'] = [
  { platform: 'windows', label: '' },
  { platform: 'macos-intel', label: '' },
  { platform: 'macos-arm', label: '' },
];

const ordinary = { channel: 'stable', isCritical: false, files: EVERY_SYSTEM } as const;

export const demoReleases: readonly DemoRelease[] = [
  {
    ...ordinary,
    productId: 'curva-motion',
    version: '2.4.0',
    publishedDaysAgo: 210,
    files: TWO_SYSTEMS,
    notes: '- 24 presets novos de entrada e saída\n- O painel lembra a última curva usada',
  },
  {
    ...ordinary,
    productId: 'curva-motion',
    version: '3.0.0',
    publishedDaysAgo: 34,
    files: TWO_SYSTEMS,
    notes:
      '### Novo editor de curvas\n\n- Ajuste a curva **em cima do vídeo**, sem abrir outra janela\n- Copie o ritmo de uma camada para outra\n\n### Correções\n\n- O painel não fecha mais ao trocar de composição',
  },
  {
    ...ordinary,
    productId: 'curva-motion',
    version: '3.1.0-beta.1',
    channel: 'beta',
    publishedDaysAgo: 6,
    files: TWO_SYSTEMS,
    notes: '- Primeira versão com suporte ao DaVinci Resolve 19\n- Conte o que encontrar pelo e-mail da loja',
  },
  {
    ...ordinary,
    productId: 'recorte-ia',
    version: '1.8.2',
    publishedDaysAgo: 120,
    files: THREE_SYSTEMS,
    notes: '- Bordas de cabelo mais limpas\n- Usa metade da memória da placa de vídeo',
  },
  {
    ...ordinary,
    productId: 'recorte-ia',
    version: '1.9.0',
    publishedDaysAgo: 18,
    isCritical: true,
    files: THREE_SYSTEMS,
    notes: '- Corrige máscaras que sumiam ao exportar em 10 bits\n- Duas vezes mais rápido no Apple M3',
  },
  {
    ...ordinary,
    productId: 'faisca',
    version: '1.2.0',
    publishedDaysAgo: 75,
    notes: '- Nova colisão com o chão\n- Brasas e confete entram na biblioteca',
  },
  {
    ...ordinary,
    productId: 'legenda-ja',
    version: '1.4.1',
    publishedDaysAgo: 140,
    notes: '- Acentos sempre no lugar em todas as fontes',
  },
  {
    ...ordinary,
    productId: 'legenda-ja',
    version: '1.5.0',
    publishedDaysAgo: 25,
    notes: '- 12 estilos novos, palavra por palavra\n- Salve o seu estilo e repita no próximo vídeo',
  },
  {
    ...ordinary,
    productId: 'luz-do-sertao',
    version: '1.0.0',
    publishedDaysAgo: 330,
    notes: '- 40 LUTs para Rec.709 e S-Log3',
  },
  {
    ...ordinary,
    productId: 'luz-do-sertao',
    version: '1.1.0',
    publishedDaysAgo: 52,
    notes: '- Oito LUTs novas de noite de lua\n- Versões para C-Log3 e V-Log',
  },
  {
    ...ordinary,
    productId: 'mapa-vivo',
    version: '2.2.0',
    publishedDaysAgo: 61,
    notes: '- Relevo em três alturas\n- Nomes de todos os municípios do Brasil',
  },
];
