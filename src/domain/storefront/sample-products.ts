import { readBlankFields } from '#src/wire/products/products.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';
import { toPublicFields } from '../products/product-fields.ts';

const ordinary = {
  ...toPublicFields({
    ...readBlankFields(),
    name: '',
    price: 0,
    downloadUrl: '',
    systemRequirements: 'Windows 10 (64 bits) ou macOS 13\nPremiere Pro 25, After Effects 25 ou DaVinci Resolve 19',
  }),
  currentVersion: null,
  isSoldOut: false,
  isKeyLate: false,
  mosaic: [],
};

/** They are shown when the catalog cannot be read, and cannot be bought. */
export const sampleProducts: PublicProduct[] = [
  {
    ...ordinary,
    id: 'amostra-correcao-de-cor',
    name: 'Correção de Cor Profissional',
    description: 'Escopos em tempo real e looks prontos para dar à imagem o tom do seu filme.',
    price: 'R$ 189,90',
    image: '/demo/grade-cinema.webp',
    categoryId: 'correcao-de-cor',
    isFeatured: true,
  },
  {
    ...ordinary,
    id: 'amostra-curvas-de-movimento',
    name: 'Curvas de Movimento',
    description: 'Presets de animação que respeitam o ritmo do corte, camada por camada.',
    price: 'R$ 99,90',
    image: '/demo/curva-motion.webp',
    categoryId: 'motion-graphics',
  },
  {
    ...ordinary,
    id: 'amostra-recorte',
    name: 'Recorte Inteligente',
    description: 'Máscaras que acompanham pessoas e objetos quadro a quadro, sem tela verde.',
    price: 'R$ 219,90',
    image: '/demo/recorte-ia.webp',
    categoryId: 'efeitos-especiais',
  },
  {
    ...ordinary,
    id: 'amostra-legendas',
    name: 'Legendas Animadas',
    description: 'Legendas em português, palavra por palavra, com estilos que você salva e repete.',
    price: 'R$ 79,90',
    image: '/demo/legenda-ja.webp',
    categoryId: 'animacao-de-texto',
  },
];
