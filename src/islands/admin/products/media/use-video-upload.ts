import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { isAborted, uploadFile } from '#src/client/uploads/uploads.ts';
import { UPLOAD_REFUSALS, VIDEO_LIMIT_BYTES } from '#src/wire/products/uploads.ts';

export const VIDEO_TYPES = ['video/mp4', 'video/webm', 'video/ogg'];

export function useVideoUpload(onSent: (address: string) => void) {
  const [percent, setPercent] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);

  async function send(file: File): Promise<void> {
    const refused = refusalOf(file);
    setError(refused);
    if (refused) return;
    const controller = new AbortController();
    sending.current = controller;
    setPercent(0);
    try {
      onSent(await uploadFile(file, file.name, { onProgress: setPercent, signal: controller.signal }));
      showToast({ title: 'Vídeo enviado com sucesso', tone: 'success' });
    } catch (failure) {
      if (isAborted(failure)) return;
      setError(`Não foi possível fazer o upload do vídeo. ${sentenceOf(failure)}`);
    } finally {
      setPercent(null);
    }
  }

  return { percent, error, setError, send, cancel: () => sending.current?.abort() };
}

export type VideoUpload = ReturnType<typeof useVideoUpload>;

/** The browser checks before it uploads 100 MB in vain; the server checks the content. */
function refusalOf(file: File): string | null {
  if (file.type && !VIDEO_TYPES.includes(file.type)) return 'Envie um vídeo MP4, WebM ou Ogg.';
  return file.size > VIDEO_LIMIT_BYTES ? UPLOAD_REFUSALS.video_too_large : null;
}
