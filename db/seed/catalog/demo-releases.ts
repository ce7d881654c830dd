import type { Platform } from '#src/wire/products/platforms.ts';

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

const TOLD: readonly (Omit<DemoRelease, keyof typeof ordinary> & Partial<DemoRelease>)[] = [
  {
    productId: 'grade-cinema',
    version: '2.0.0',
    publishedDaysAgo: 190,
    notes: '- Rodas de cor novas e 12 looks a mais\n- O DaVinci Resolve entra na lista de editores',
  },
  {
    productId: 'grade-cinema',
    version: '2.0.3',
    publishedDaysAgo: 98,
    notes: '- Corrige o contraste dos looks em sequências HDR',
  },
  {
    productId: 'grade-cinema',
    version: '2.1.0',
    publishedDaysAgo: 12,
    notes:
      '- Vetorscópio com linha de pele e zoom de 4×\n- Looks favoritos iguais no Premiere e no After Effects\n- Abre em metade do tempo no macOS',
  },
  {
    productId: 'onda-audio',
    version: '1.6.0',
    publishedDaysAgo: 150,
    files: TWO_SYSTEMS,
    notes: '- As batidas viram marcadores da sequência\n- Novo controle de sibilância',
  },
  {
    productId: 'onda-audio',
    version: '1.7.1',
    publishedDaysAgo: 40,
    files: TWO_SYSTEMS,
    notes: '- Limpa vozes gravadas a 44,1 kHz sem mudar o tom\n- O eco de salas pequenas some com menos perda',
  },
  {
    productId: 'grao-16',
    version: '1.0.0',
    publishedDaysAgo: 300,
    notes: '- Quatro películas em 4K',
  },
  {
    productId: 'grao-16',
    version: '1.1.0',
    publishedDaysAgo: 82,
    notes: '- Vencido e Cópia gasta entram no pacote\n- Poeira em arquivo separado',
  },
  {
    productId: 'transita',
    version: '3.2.0',
    publishedDaysAgo: 68,
    files: TWO_SYSTEMS,
    notes: '- 20 variações de Luz\n- A miniatura toca com os seus dois planos',
  },
  {
    productId: 'letra-viva',
    version: '2.3.0',
    publishedDaysAgo: 47,
    files: TWO_SYSTEMS,
    notes: '- Fontes variáveis mudam de peso durante a animação\n- Corrige o cedilha nas animações da família Dobra',
  },
  {
    productId: 'curva-motion',
    version: '2.4.0',
    publishedDaysAgo: 210,
    files: TWO_SYSTEMS,
    notes: '- 24 presets novos de entrada e saída\n- O painel lembra a última curva usada',
  },
  {
    productId: 'curva-motion',
    version: '3.0.0',
    publishedDaysAgo: 34,
    files: TWO_SYSTEMS,
    notes:
      '### Novo editor de curvas\n\n- Ajuste a curva **em cima do vídeo**, sem abrir outra janela\n- Copie o ritmo de uma camada para outra\n\n### Correções\n\n- O painel não fecha mais ao trocar de composição',
  },
  {
    productId: 'curva-motion',
    version: '3.1.0-beta.1',
    channel: 'beta',
    publishedDaysAgo: 6,
    files: TWO_SYSTEMS,
    notes: '- Primeira versão com suporte ao DaVinci Resolve 19\n- Conte o que encontrar pelo e-mail da loja',
  },
  {
    productId: 'recorte-ia',
    version: '1.8.2',
    publishedDaysAgo: 120,
    files: THREE_SYSTEMS,
    notes: '- Bordas de cabelo mais limpas\n- Usa metade da memória da placa de vídeo',
  },
  {
    productId: 'recorte-ia',
    version: '1.9.0',
    publishedDaysAgo: 18,
    isCritical: true,
    files: THREE_SYSTEMS,
    notes: '- Corrige máscaras que sumiam ao exportar em 10 bits\n- Duas vezes mais rápido no Apple M3',
  },
  {
    productId: 'faisca',
    version: '1.2.0',
    publishedDaysAgo: 75,
    notes: '- Nova colisão com o chão\n- Brasas e confete entram na biblioteca',
  },
  {
    productId: 'legenda-ja',
    version: '1.4.1',
    publishedDaysAgo: 140,
    notes: '- Acentos sempre no lugar em todas as fontes',
  },
  {
    productId: 'legenda-ja',
    version: '1.5.0',
    publishedDaysAgo: 25,
    notes: '- 12 estilos novos, palavra por palavra\n- Salve o seu estilo e repita no próximo vídeo',
  },
  {
    productId: 'luz-do-sertao',
    version: '1.0.0',
    publishedDaysAgo: 330,
    notes: '- 40 LUTs para Rec.709 e S-Log3',
  },
  {
    productId: 'luz-do-sertao',
    version: '1.1.0',
    publishedDaysAgo: 52,
    notes: '- Oito LUTs novas de noite de lua\n- Versões para C-Log3 e V-Log',
  },
  {
    productId: 'mapa-vivo',
    version: '2.2.0',
    publishedDaysAgo: 61,
    notes: '- Relevo em três alturas\n- Nomes de todos os municípios do Brasil',
  },
];

export const demoReleases: readonly DemoRelease[] = TOLD.map((told) => ({ ...ordinary, ...told }));
