import { IMAGE_LIMIT_BYTES, UPLOAD_REFUSALS } from '#src/wire/products/uploads.ts';

const WIDTH = 1280;
const WANTED_BYTES = 150 * 1024;
const BEST_QUALITY = 0.84;
const MIDDLE_QUALITY = 0.68;
const LEAST_QUALITY = 0.5;
const LEAST_WIDTH = 480;
/** Aims a little below the estimate, so that the next try is the last. */
const MARGIN = 0.94;

export type Picture = { blob: Blob; name: string };

/** Scales to the shop's width as WebP, keeps what fits or is animated, and rejects with a sentence for the person. */
export async function preparePicture(file: File): Promise<Picture> {
  if (await isAnimated(file)) {
    if (file.size > IMAGE_LIMIT_BYTES) throw new Error(UPLOAD_REFUSALS.image_too_large);
    return { blob: file, name: file.name };
  }
  const bitmap = await createImageBitmap(file).catch((error: unknown) => {
    console.warn('O navegador não leu a imagem:', error);
    throw new Error('Não foi possível ler esta imagem. Use um arquivo PNG, JPEG, WebP ou GIF.');
  });
  try {
    if (file.type === 'image/webp' && file.size <= WANTED_BYTES && bitmap.width <= WIDTH) {
      return { blob: file, name: file.name };
    }
    const blob = await shrink(bitmap);
    return { blob, name: blob.type === 'image/webp' ? 'imagem.webp' : 'imagem.jpg' };
  } finally {
    bitmap.close();
  }
}

async function shrink(bitmap: ImageBitmap): Promise<Blob> {
  let width = Math.min(WIDTH, bitmap.width);
  while (true) {
    const blob = await encodeToFit(draw(bitmap, width));
    if (blob.size <= WANTED_BYTES || width <= LEAST_WIDTH) return blob;
    const fitting = width * Math.sqrt(WANTED_BYTES / blob.size) * MARGIN;
    width = Math.max(LEAST_WIDTH, Math.floor(fitting));
  }
}

async function encodeToFit(canvas: HTMLCanvasElement): Promise<Blob> {
  const best = await encode(canvas, BEST_QUALITY);
  if (best.size <= WANTED_BYTES) return best;
  if (best.size <= WANTED_BYTES * 2) {
    const middle = await encode(canvas, MIDDLE_QUALITY);
    if (middle.size <= WANTED_BYTES) return middle;
  }
  return encode(canvas, LEAST_QUALITY);
}

function draw(bitmap: ImageBitmap, width: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.max(1, Math.round((bitmap.height * width) / bitmap.width));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('Este navegador não conseguiu preparar a imagem. Tente em outro.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Browsers that cannot write WebP return PNG; fall back to JPEG. */
async function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  const webp = await toBlob(canvas, 'image/webp', quality);
  return webp.type === 'image/webp' ? webp : toBlob(onWhite(canvas), 'image/jpeg', quality);
}

function onWhite(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const context = copy.getContext('2d');
  if (context) {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, copy.width, copy.height);
    context.drawImage(canvas, 0, 0);
  }
  return copy;
}

function toBlob(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('Esta imagem é grande demais para o navegador. Escolha uma menor.'));
    canvas.toBlob(take, type, quality);
  });
}

/** Redrawing an animated picture would freeze it, so this reads the animation marks of GIF, WebP and PNG. */
async function isAnimated(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, SEARCHED_BYTES).arrayBuffer());
  const text = new TextDecoder('latin1').decode(bytes);
  if (text.startsWith('GIF8')) return framesOfGif(text) > 1;
  if (text.startsWith('WEBPVP8X', 8)) return ((bytes[20] ?? 0) & WEBP_MOVES) !== 0;
  if (text.startsWith('PNG', 1)) return text.indexOf('acTL') > 0 && text.indexOf('acTL') < text.indexOf('IDAT');
  return false;
}

const WEBP_MOVES = 2;
const SEARCHED_BYTES = 4 * 1024 * 1024;

function framesOfGif(text: string): number {
  return text.match(/\u0021\u00f9\u0004[\s\S]{4}\u0000[\u0021\u002c]/g)?.length ?? 0;
}
