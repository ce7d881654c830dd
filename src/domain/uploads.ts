import { UPLOAD_REFUSALS, type Upload, type UploadRefusal } from '#src/wire/uploads.ts';
import { type Actor, noteChange } from './audit.ts';
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
      entity: 'upload',
      entityId: address.slice(address.lastIndexOf('/') + 1),
    });
  } catch (error) {
    await shop.files.giveUp(address);
    throw error;
  }
  return { url: address, filepath: address };
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
