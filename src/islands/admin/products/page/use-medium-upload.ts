import { useState } from 'react';
import { sentenceOf } from '#src/client/api.ts';
import { preparePicture } from '#src/client/uploads/pictures.ts';
import { uploadFile } from '#src/client/uploads/uploads.ts';

export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp,image/gif';

/** Sends one picture or film at a time. */
export function useMediumUpload(onSent: (address: string) => void) {
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  async function send(file: File): Promise<void> {
    if (isSending) return;
    setError(null);
    setSending(true);
    try {
      const { blob, name } = file.type.startsWith('video/')
        ? { blob: file, name: file.name }
        : await preparePicture(file);
      onSent(await uploadFile(blob, name));
    } catch (failure) {
      setError(sentenceOf(failure, failure instanceof Error ? failure.message : undefined));
    } finally {
      setSending(false);
    }
  }
  return { isSending, error, send };
}
