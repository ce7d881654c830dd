import { isInAudit } from '#db/queries/audit/audit.ts';
import { listMaterials } from '#db/queries/partners/program.ts';
import { listProductTexts } from '#db/queries/products/products.ts';
import { AUDIT_ACTIONS } from '#src/wire/audit/audit-actions.ts';
import { DAY_MS, HOUR_MS } from '#src/wire/basics/durations.ts';
import { UPLOAD_REFUSALS, type Upload, type UploadRefusal } from '#src/wire/products/uploads.ts';
import { LOGO_LIMIT_BYTES, LOGO_REFUSAL } from '#src/wire/upkeep/settings-table.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { type Refusal, type RefusalKind, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

export async function storeUpload(shop: Shop, actor: Actor, pieces: AsyncIterable<Uint8Array>): Promise<Upload> {
  const outcome = await shop.files.store(pieces);
  if (outcome.state === 'refused') throw refusedUpload(outcome.reason);
  const { address } = outcome;
  try {
    await recordChange(shop.db, shop, actor, {
      action: 'upload.create',
      entityId: nameOf(address),
    });
  } catch (error) {
    await shop.files.delete(address);
    throw error;
  }
  return { url: address, filepath: address };
}

/** A logo is kept like any upload, so one that no setting names goes after a day. */
export async function storeLogo(shop: Shop, actor: Actor, pieces: AsyncIterable<Uint8Array>): Promise<Upload> {
  const upload = await storeUpload(shop, actor, withinLogoLimit(pieces));
  if (/\.(?:png|jpg|webp)$/.test(upload.url)) return upload;
  await shop.files.delete(upload.url);
  throw refusal('wrong_type', 'wrong_type', LOGO_REFUSAL);
}

/** For partners to share; one that no material names goes after a day. */
export async function storePicture(shop: Shop, actor: Actor, pieces: AsyncIterable<Uint8Array>): Promise<Upload> {
  const upload = await storeUpload(shop, actor, pieces);
  if (/\.(?:png|jpe?g|webp|gif)$/.test(upload.url)) return upload;
  await shop.files.delete(upload.url);
  const sentence = 'Envie uma imagem PNG, JPG ou WebP.';
  throw refusal('wrong_type', 'wrong_type', sentence, { fields: { file: sentence } });
}

async function* withinLogoLimit(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.byteLength;
    if (bytes > LOGO_LIMIT_BYTES) throw refusal('too_large', 'too_large', LOGO_REFUSAL);
    yield piece;
  }
}

/** A draft without a byte for an hour is dead, as a slower upload is cut off long before. */
export async function cleanUploads(shop: Shop): Promise<void> {
  await shop.files.removeDraftsBefore(new Date(shop.clock.now().getTime() - HOUR_MS));
  await removeUnusedUploads(shop);
}

/** Waits a day, since a form may still be open. Removes only files that this database recorded, so that a second database on the same folder loses none. */
async function removeUnusedUploads(shop: Shop): Promise<void> {
  const stored = await shop.files.listStoredBefore(new Date(shop.clock.now().getTime() - DAY_MS));
  if (stored.length === 0) return;
  const products = (await listProductTexts(shop.db)).flatMap((product) => Object.values(product)).map(decoded);
  const shared = (await listMaterials(shop.db)).map(({ content }) => content);
  const texts = [...products, ...shared, shop.settings.logo];
  let removed = 0;
  for (const address of stored) {
    await yieldToEventLoop();
    if (texts.some((text) => text.includes(nameOf(address)))) continue;
    if (!(await isInAudit(shop.db, AUDIT_ACTIONS['upload.create'].entity, nameOf(address)))) continue;
    await shop.files.delete(address);
    removed += 1;
  }
  if (removed > 0) shop.log.info({ removed }, 'uploads that no product names were removed');
}

/** Addresses may be escaped, and other texts may hold a bare percent sign. */
function decoded(text: string | null): string {
  try {
    return decodeURIComponent(text ?? '');
  } catch {
    return text ?? '';
  }
}

function nameOf(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1);
}

const KINDS: Record<UploadRefusal, RefusalKind> = {
  empty: 'invalid',
  wrong_type: 'wrong_type',
  image_too_large: 'too_large',
  video_too_large: 'too_large',
  no_room: 'unavailable',
};

function refusedUpload(reason: UploadRefusal): Refusal {
  const sentence = UPLOAD_REFUSALS[reason];
  const code = KINDS[reason] === 'too_large' ? 'too_large' : reason === 'empty' ? 'invalid' : reason;
  return refusal(KINDS[reason], code, sentence, KINDS[reason] === 'invalid' ? { fields: { file: sentence } } : {});
}
