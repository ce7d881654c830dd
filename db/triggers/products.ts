import type { Trigger } from './trigger.ts';

const WITHOUT_PRICE: Pick<Trigger, 'table' | 'timing' | 'condition' | 'effect'> = {
  table: 'products',
  timing: 'BEFORE',
  condition: () => `NEW.status = 'active' AND NEW."priceCents" < 50`,
  effect: (write) => write.refuse('a product on sale costs at least R$ 0,50'),
};

export const PRODUCT_TRIGGERS: Trigger[] = [
  { name: 'productIsAddedWithPrice', event: 'INSERT', ...WITHOUT_PRICE },
  { name: 'productKeepsPrice', event: 'UPDATE', columns: ['status', 'priceCents'], ...WITHOUT_PRICE },
  {
    name: 'productPublicationStands',
    table: 'products',
    timing: 'BEFORE',
    event: 'UPDATE',
    columns: ['publishedAt'],
    condition: (write) => `OLD."publishedAt" IS NOT NULL AND (${write.differ(['publishedAt'])})`,
    effect: (write) => write.refuse('the day of the first publication does not move'),
  },
];
