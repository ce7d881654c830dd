import { isInAudit } from '#db/queries/audit.ts';
import { listProductTexts } from '#db/queries/products.ts';
import { UPLOAD_REFUSALS, type Upload, type UploadRefusal } from '#src/wire/uploads.ts';
import { type Actor, noteChange } from './audit.ts';
import { nextTurn } from './exports.ts';
import { type Refusal, type RefusalKind, refusal } from './refusals.ts';
import type { Shop } from './shop.ts';

/** Keeps a picture or a film that an administrator sends. */
export async function storeUpload(shop: Shop, actor: Actor, pieces: AsyncIterable<Uint8Array>): Promise<Upload> {
  const intake = await shop.files.take(pieces);
  if (intake.state === 'refused') throw refusedUpload(intake.reason);
  const { address } = intake;
  try {
    await noteChange(shop.db, shop, actor, {
      action: 'upload.create',
      entity: UPLOAD,
      entityId: nameOf(address),
    });
  } catch (error) {
    await shop.files.giveUp(address);
    throw error;
  }
  return { url: address, filepath: address };
}

/**
 * Removes the pictures and films that no product names any more, or never named since its form was given up. Not on the
 * first day: a form may be open for a while between an upload and the saving of its product. And never what this very
 * database does not know as an upload of its own: a store that is opened on another database must not empty the folder.
 */
export async function removeUnusedUploads(shop: Shop): Promise<void> {
  const stored = await shop.files.listTakenBefore(new Date(shop.clock.now().getTime() - A_DAY_MS));
  if (stored.length === 0) return;
  const texts = (await listProductTexts(shop.db)).flatMap((product) => Object.values(product)).map(decoded);
  let removed = 0;
  for (const address of stored) {
    // Each is looked for in all texts: between two of them, others have their turn.
    await nextTurn();
    if (texts.some((text) => text.includes(nameOf(address)))) continue;
    if (!(await isInAudit(shop.db, UPLOAD, nameOf(address)))) continue;
    await shop.files.giveUp(address);
    removed += 1;
  }
  if (removed > 0) shop.log.info({ removed }, 'uploads that no product names were removed');
}

const UPLOAD = 'upload';
const A_DAY_MS = 24 * 60 * 60 * 1000;

/** An address may be spelled with escapes; what is no address may hold a bare percent sign. */
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
