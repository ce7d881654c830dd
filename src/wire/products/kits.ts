import * as z from 'zod/mini';
import { productId } from './product-id.ts';

export const PRODUCT_KINDS = { plugin: 'Plugin', kit: 'Kit de plugins' } as const;
export type ProductKind = keyof typeof PRODUCT_KINDS;

/** The name is the product's own; what is sent of it is ignored. */
export const KitPart = z.object({
  productId: z.string(),
  name: z.string(),
});
export type KitPart = z.infer<typeof KitPart>;

const FEWEST_PARTS = 2;
export const MOST_PARTS = 20;

export const KIT_TEXTS = {
  kind: 'Escolha se o produto é um plugin ou um kit.',
  otherKind: 'Um plugin não vira kit, nem um kit vira plugin. Adicione outro produto.',
  parts: `Escolha de ${FEWEST_PARTS} a ${MOST_PARTS} plugins para o kit.`,
  repeated: 'Cada plugin entra no kit uma vez só.',
  notOfKit: 'Só um kit tem plugins dentro.',
  notOnSale: 'Escolha plugins que estejam ativos na loja.',
  kitInKit: 'Um kit não entra em outro kit.',
} as const;

const part = z.pipe(
  z.object({ productId }, KIT_TEXTS.parts),
  z.transform(({ productId }): KitPart => ({ productId, name: '' })),
);

export const KitParts = z.array(part, KIT_TEXTS.parts).check(
  z.maxLength(MOST_PARTS, KIT_TEXTS.parts),
  z.refine(
    (parts: readonly KitPart[]) => new Set(parts.map(({ productId }) => productId)).size === parts.length,
    KIT_TEXTS.repeated,
  ),
);

export function kitProblems({ kind, parts }: { kind: ProductKind; parts: readonly KitPart[] }): Record<string, string> {
  if (kind === 'kit') return parts.length < FEWEST_PARTS ? { parts: KIT_TEXTS.parts } : {};
  return parts.length > 0 ? { parts: KIT_TEXTS.notOfKit } : {};
}
