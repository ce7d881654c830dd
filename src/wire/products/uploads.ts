import * as z from 'zod/mini';

/** The server checks the content; the browser checks first, to refuse sooner. */
export const IMAGE_LIMIT_BYTES = 10 * 1024 * 1024;
export const VIDEO_LIMIT_BYTES = 100 * 1024 * 1024;

/** Uploads get one of the first three. */
export const VIDEO_EXTENSIONS = ['mp4', 'webm', 'ogv', 'ogg'] as const;

/** The same address under both names. */
export const Upload = z.object({
  url: z.string(),
  filepath: z.string(),
});
export type Upload = z.infer<typeof Upload>;

export const UPLOAD_REFUSALS = {
  empty: 'Escolha um arquivo para enviar.',
  wrong_type: 'Envie uma imagem PNG, JPEG, WebP ou GIF, ou um vídeo MP4, WebM ou Ogg.',
  image_too_large: 'A imagem passa de 10 MB. Escolha uma menor.',
  video_too_large: 'O vídeo passa de 100 MB. Escolha um menor.',
  no_room: 'Não há espaço para guardar o arquivo. Libere espaço no servidor e tente de novo.',
} as const;
export type UploadRefusal = keyof typeof UPLOAD_REFUSALS;
