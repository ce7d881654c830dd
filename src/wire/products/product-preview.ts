export const PREVIEW_PATH = '/admin/products/preview';

/** Stands for the picture that is chosen and not sent yet; the browser puts that in its place. */
export const UNSENT_PICTURE = '/uploads/imagem-por-enviar.webp';

export const PREVIEW_PARTS = ['card', 'page'] as const;
export type PreviewPart = (typeof PREVIEW_PARTS)[number];
