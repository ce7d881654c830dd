import { deleteMaterial, findTerms, insertMaterial, insertTerms, listMaterials } from '#db/queries/partners/program.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import type { NewMaterial, NewTerms, PartnerMaterial, PartnerTerms } from '#src/wire/partners/partners.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { newId } from '../ids.ts';
import { invalid, notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';

/** Null where the owner wrote none. */
export async function showTerms({ db }: Shop): Promise<PartnerTerms | null> {
  return (await findTerms(db)) ?? null;
}

/** Each change is a version, which partners accept anew. */
export function changeTerms(shop: Shop, actor: Actor, { text }: NewTerms): Promise<PartnerTerms> {
  return inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, 'partner terms');
    const former = await findTerms(tx);
    if (former?.text === text) return former;
    const terms = { version: (former?.version ?? 0) + 1, text, createdAt: shop.clock.now().toISOString() };
    await insertTerms(tx, terms);
    await recordChange(tx, shop, actor, { action: 'affiliate.change_terms', entityId: String(terms.version) });
    return terms;
  });
}

export async function showMaterials({ db }: Shop): Promise<PartnerMaterial[]> {
  return (await listMaterials(db)).map(({ id, kind, title, content }) => ({ id, kind, title, content }));
}

/** A picture was uploaded before. */
export async function addMaterial(shop: Shop, actor: Actor, wanted: NewMaterial): Promise<PartnerMaterial[]> {
  if (wanted.kind === 'picture' && !/^\/uploads\/[\w-]{1,80}\.(?:webp|png|jpe?g|gif)$/.test(wanted.content)) {
    throw invalid('content', 'Envie a imagem pelo botão.');
  }
  await inTransaction(shop.db, async (tx) => {
    const id = newId();
    await insertMaterial(tx, { ...wanted, id, createdAt: shop.clock.now().toISOString() });
    await recordChange(tx, shop, actor, { action: 'affiliate.add_material', entityId: id });
  });
  return showMaterials(shop);
}

export async function removeMaterial(shop: Shop, actor: Actor, id: string): Promise<PartnerMaterial[]> {
  await inTransaction(shop.db, async (tx) => {
    if (!(await deleteMaterial(tx, id))) throw notFound('Material não encontrado. Ele pode já ter sido excluído.');
    await recordChange(tx, shop, actor, { action: 'affiliate.delete_material', entityId: id });
  });
  return showMaterials(shop);
}
