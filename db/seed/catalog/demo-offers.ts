export interface DemoCoupon {
  code: string;
  name: string;
  description: string;
  type: 'PERCENT' | 'FIXED';
  /** A whole percentage for PERCENT, centavos for FIXED. */
  discountValue: number;
  maxUses: number | null;
  usedCount: number;
  /** Both days are inclusive, and relative to the day of the seed. */
  validFromOffsetDays: number;
  validToOffsetDays: number;
  isActive: boolean;
}

export interface DemoAffiliate {
  name: string;
  email: string;
  /** It is a whole percentage of the amount paid. */
  commissionRate: number;
  couponCode: string;
}

export const demoCoupons: readonly DemoCoupon[] = [
  {
    code: 'EDITA10',
    name: 'Edita 10',
    description: '10% em qualquer plugin da loja',
    type: 'PERCENT',
    discountValue: 10,
    maxUses: null,
    usedCount: 24,
    validFromOffsetDays: -90,
    validToOffsetDays: 275,
    isActive: true,
  },
  {
    code: 'BEMVINDO20',
    name: 'Boas-vindas',
    description: 'R$ 20,00 na primeira compra',
    type: 'FIXED',
    discountValue: 2000,
    maxUses: 500,
    usedCount: 15,
    validFromOffsetDays: -60,
    validToOffsetDays: 120,
    isActive: true,
  },
  {
    code: 'ULTIMOS25',
    name: 'Últimos 25%',
    description: '25% para as primeiras 20 compras do lançamento',
    type: 'PERCENT',
    discountValue: 25,
    maxUses: 20,
    usedCount: 18,
    validFromOffsetDays: -20,
    validToOffsetDays: 20,
    isActive: true,
  },
  {
    code: 'FESTIVAL15',
    name: 'Festival de Curtas',
    description: '15% para quem inscreveu um curta no festival',
    type: 'PERCENT',
    discountValue: 15,
    maxUses: 200,
    usedCount: 37,
    validFromOffsetDays: -120,
    validToOffsetDays: -30,
    isActive: true,
  },
  {
    code: 'PARCERIA30',
    name: 'Parceria com escolas',
    description: 'R$ 30,00 para turmas de montagem, em pausa',
    type: 'FIXED',
    discountValue: 3000,
    maxUses: 100,
    usedCount: 12,
    validFromOffsetDays: -200,
    validToOffsetDays: 160,
    isActive: false,
  },
  {
    code: 'VERAO12',
    name: 'Verão 12%',
    description: '12% a partir do mês que vem',
    type: 'PERCENT',
    discountValue: 12,
    maxUses: null,
    usedCount: 0,
    validFromOffsetDays: 30,
    validToOffsetDays: 90,
    isActive: true,
  },
  {
    code: 'MARINA10',
    name: 'Marina Tavares',
    description: '10% para quem chega pelo canal da Marina',
    type: 'PERCENT',
    discountValue: 10,
    maxUses: null,
    usedCount: 26,
    validFromOffsetDays: -150,
    validToOffsetDays: 215,
    isActive: true,
  },
  {
    code: 'CORTEDOLEO',
    name: 'Corte do Léo',
    description: '8% para a comunidade do Léo',
    type: 'PERCENT',
    discountValue: 8,
    maxUses: null,
    usedCount: 14,
    validFromOffsetDays: -100,
    validToOffsetDays: 265,
    isActive: true,
  },
  {
    code: 'ILHA15',
    name: 'Ilha de Edição',
    description: '15% para ouvintes do podcast Ilha de Edição',
    type: 'PERCENT',
    discountValue: 15,
    maxUses: 300,
    usedCount: 9,
    validFromOffsetDays: -45,
    validToOffsetDays: 135,
    isActive: true,
  },
];

export const demoAffiliates: readonly DemoAffiliate[] = [
  { name: 'Marina Tavares', email: 'marina@canal.exemplo.com.br', commissionRate: 20, couponCode: 'MARINA10' },
  { name: 'Leonardo Pacheco', email: 'leo@cortedoleo.exemplo.com.br', commissionRate: 15, couponCode: 'CORTEDOLEO' },
  { name: 'Podcast Ilha de Edição', email: 'contato@ilha.exemplo.com.br', commissionRate: 25, couponCode: 'ILHA15' },
];
