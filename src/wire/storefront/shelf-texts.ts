import { parseCents } from '../basics/money.ts';
import { HOSTS, type Host } from '../products/hosts.ts';
import type { PublicProduct } from './public-product.ts';

export const EDITOR_TEXTS: Record<Host, string> = {
  premiere: 'Cor, legenda, transição e som sem sair da linha do tempo do Premiere Pro.',
  'after-effects': 'Animação, partículas e recorte para quem monta a cena camada por camada no After Effects.',
  resolve: 'Para a página Edit, a Color e o Fusion: o DaVinci Resolve com mais looks, texto e movimento.',
  'final-cut': 'Plugins que acompanham a linha do tempo magnética do Final Cut Pro.',
  vegas: 'Materiais e transições que entram direto nas trilhas do VEGAS Pro.',
  avid: 'Para a ilha que entrega no prazo: o que funciona no Avid Media Composer.',
  capcut: 'Um passo além dos efeitos prontos, para quem edita no CapCut.',
  photoshop: 'Cor e textura que combinam com o vídeo, também nas capas e nos quadros do Photoshop.',
  nuke: 'Para composição em nós: o que funciona no Nuke.',
  obs: 'Deixe a transmissão com a cor do vídeo pronto: o que funciona no OBS Studio.',
};

/** Every shop has these categories; those of the owner begin with the owner's words. */
const CATEGORY_TEXTS: Record<string, string> = {
  'correcao-de-cor': 'Looks, LUTs e ferramentas para a cor ficar do jeito que você viu na gravação, ou melhor.',
  'motion-graphics': 'Curvas, mapas e formas que dão movimento ao que estava parado.',
  'efeitos-especiais': 'Partículas, película e recorte para a cena que a câmera não gravou.',
  'animacao-de-texto': 'Legendas, títulos e créditos que se leem bem e se movem melhor.',
};

export function categoryText({ id, name, shelfText }: { id: string; name: string; shelfText: string }): string {
  return shelfText || CATEGORY_TEXTS[id] || `Tudo o que a loja tem em ${name}.`;
}

/** Writes `9 plugins, de R$ 49,90 a R$ 219,90, para Premiere, After Effects e mais 3 editores.` */
export function shelfFacts(products: readonly Pick<PublicProduct, 'price' | 'hosts'>[]): string {
  const count = products.length === 1 ? '1 plugin' : `${products.length} plugins`;
  const byPrice = products.toSorted((one, other) => centsOf(one) - centsOf(other));
  const [lowest, highest] = [byPrice[0]?.price, byPrice.at(-1)?.price];
  const prices = lowest === highest ? `por ${lowest}` : `de ${lowest} a ${highest}`;
  const editors = [...new Set(products.flatMap(({ hosts }) => hosts.map(({ host }) => HOSTS[host].short)))];
  return `${[count, prices, ...(editors.length > 0 ? [`para ${listed(editors)}`] : [])].join(', ')}.`;
}

const MOST_NAMED = 3;

function listed(editors: readonly string[]): string {
  const rest = editors.length - MOST_NAMED + 1;
  const named = editors.length > MOST_NAMED ? [...editors.slice(0, MOST_NAMED - 1), `mais ${rest} editores`] : editors;
  return new Intl.ListFormat('pt-BR', { type: 'conjunction' }).format(named);
}

function centsOf({ price }: Pick<PublicProduct, 'price'>): number {
  return parseCents(price) ?? 0;
}
