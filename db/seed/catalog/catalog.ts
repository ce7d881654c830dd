type CategoryId = 'correcao-de-cor' | 'motion-graphics' | 'efeitos-especiais' | 'animacao-de-texto';
type DemoProductStatus = 'active' | 'Em revisão' | 'Inativo';

export interface DemoProduct {
  id: string;
  name: string;
  description: string;
  priceCents: number;
  originalPriceCents: number | null;
  status: DemoProductStatus;
  image: string;
  categoryId: CategoryId;
  systemRequirements: string;
  isFeatured: boolean;
  requiresActivation: boolean;
  allowsQuantity: boolean;
  videoUrl: string | null;
  downloadUrl: string;
}

const downloadUrl = '/uploads/corte-final-demo.zip';

const computer = 'Windows 10 (64 bits) ou macOS 13';
const usualRequirements = `${computer}\n8 GB de memória e 500 MB livres em disco`;
const graphicsRequirements = `${computer}\nPlaca de vídeo com 4 GB e 16 GB de memória`;

const ordinary = {
  originalPriceCents: null,
  status: 'active',
  systemRequirements: usualRequirements,
  isFeatured: false,
  requiresActivation: true,
  allowsQuantity: false,
  videoUrl: null,
  downloadUrl,
} as const satisfies Partial<DemoProduct>;
type Told = Omit<DemoProduct, keyof typeof ordinary> & Partial<DemoProduct>;

const TOLD: readonly Told[] = [
  {
    id: 'grade-cinema',
    name: 'Grade Cinema',
    categoryId: 'correcao-de-cor',
    image: '/demo/grade-cinema.webp',
    description: 'Correção de cor com escopos em tempo real e 60 looks prontos, direto na sua linha do tempo.',
    priceCents: 18990,
    originalPriceCents: 24990,
    isFeatured: true,
    allowsQuantity: true,
    systemRequirements: graphicsRequirements,
    videoUrl: '/uploads/grade-cinema.webm',
  },
  {
    id: 'onda-audio',
    name: 'Onda Áudio',
    categoryId: 'motion-graphics',
    image: '/demo/onda-audio.webp',
    description: 'Limpa a voz, encontra as batidas da trilha e desenha formas de onda que seguem o ritmo do seu corte.',
    priceCents: 12990,
  },
  {
    id: 'curva-motion',
    name: 'Curva Motion',
    categoryId: 'motion-graphics',
    image: '/demo/curva-motion.webp',
    description:
      'Curvas e presets de movimento que respeitam o seu ritmo. Ajuste uma vez e aplique em todas as camadas.',
    priceCents: 9990,
    videoUrl: 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
  },
  {
    id: 'recorte-ia',
    name: 'Recorte IA',
    categoryId: 'efeitos-especiais',
    image: '/demo/recorte-ia.webp',
    description: 'Máscaras que acompanham pessoas e objetos quadro a quadro, sem rotoscopia e sem tela verde.',
    priceCents: 21990,
    systemRequirements: `Windows 10 (64 bits) ou macOS 13 em Apple Silicon\nPlaca de vídeo com 6 GB (NVIDIA RTX, AMD RX 6000 ou Apple M1)\n16 GB de memória e 3 GB livres em disco`,
  },
  {
    id: 'legenda-ja',
    name: 'Legenda Já',
    categoryId: 'animacao-de-texto',
    image: '/demo/legenda-ja.webp',
    description:
      'Legendas animadas em português, palavra por palavra, com estilos que você salva e repete a cada vídeo.',
    priceCents: 7990,
  },
  {
    id: 'grao-16',
    name: 'Grão 16',
    categoryId: 'efeitos-especiais',
    image: '/demo/grao-16.webp',
    description: 'Textura de película 16 mm em 4K: grão, halação e poeira controlada, para soltar por cima da imagem.',
    priceCents: 5990,
    requiresActivation: false,
    systemRequirements: 'Qualquer editor que abra ProRes ou H.264\n12 GB livres em disco para as texturas em 4K',
  },
  {
    id: 'transita',
    name: 'Transita',
    categoryId: 'efeitos-especiais',
    image: '/demo/transita.webp',
    description: '120 transições que não parecem transições: arraste para o corte e ajuste a direção e a velocidade.',
    priceCents: 8990,
  },
  {
    id: 'lote',
    name: 'Lote',
    categoryId: 'motion-graphics',
    image: '/demo/lote.webp',
    description:
      'Monta e exporta as versões horizontal, vertical e quadrada de uma vez só, com o assunto sempre no quadro.',
    priceCents: 4990,
  },
  {
    id: 'luz-do-sertao',
    name: 'Luz do Sertão',
    categoryId: 'correcao-de-cor',
    image: '/demo/luz-do-sertao.webp',
    description:
      '48 LUTs feitas a partir da luz do interior do Brasil: meio-dia seco, fim de tarde dourado, noite de lua.',
    priceCents: 6990,
    requiresActivation: false,
    systemRequirements:
      'Qualquer editor ou câmera que leia LUTs .cube de 33 pontos\nVersões para Rec.709, S-Log3, C-Log3 e V-Log',
  },
  {
    id: 'mapa-vivo',
    name: 'Mapa Vivo',
    categoryId: 'motion-graphics',
    image: '/demo/mapa-vivo.webp',
    description:
      'Rotas e mapas animados com relevo e nomes em português. Escolha as cidades e o trajeto se desenha sozinho.',
    priceCents: 13990,
    systemRequirements: `${usualRequirements}\nInternet para buscar novos mapas`,
  },
  {
    id: 'letra-viva',
    name: 'Letra Viva',
    categoryId: 'animacao-de-texto',
    image: '/demo/letra-viva.webp',
    description: 'Títulos que se movem letra por letra, com 80 animações editáveis e espaçamento que nunca se desfaz.',
    priceCents: 10990,
  },
  {
    id: 'faisca',
    name: 'Faísca',
    categoryId: 'efeitos-especiais',
    image: '/demo/faisca.webp',
    description: 'Partículas com vento, gravidade e colisão calculadas na placa de vídeo: brasas, neve, pó e confete.',
    priceCents: 15990,
    systemRequirements: graphicsRequirements,
  },
  {
    id: 'pele-natural',
    name: 'Pele Natural',
    categoryId: 'correcao-de-cor',
    image: '/demo/pele-natural.webp',
    description: 'Equilibra tons de pele de todas as cores guiado pelo vetorscópio e suaviza sem apagar a textura.',
    priceCents: 14990,
    status: 'Em revisão',
    systemRequirements: graphicsRequirements,
  },
  {
    id: 'rolo-de-creditos',
    name: 'Rolo de Créditos',
    categoryId: 'animacao-de-texto',
    image: '/demo/rolo-de-creditos.webp',
    description:
      'Créditos finais a partir de uma planilha, com velocidade sem tremor e duas colunas alinhadas sozinhas.',
    priceCents: 3990,
    status: 'Inativo',
  },
];

export const demoProducts: readonly DemoProduct[] = TOLD.map((told) => ({ ...ordinary, ...told }));
