/** Run it after changing a drawing: `node db/seed/render-pictures.ts`. */
import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { drawMark, drawPlaceholder, drawShareCard, drawTouchIcon } from './brand-pictures.ts';
import { drawScreen, screenNames } from './interface-pictures.ts';
import { drawPicture, pictureNames } from './pictures.ts';

const root = new URL('../../', import.meta.url);
await mkdir(new URL('public/demo/', root), { recursive: true });
await mkdir(new URL('src/assets/uploads/', root), { recursive: true });

for (const name of pictureNames) {
  const picture = sharp(Buffer.from(drawPicture({ name }))).webp({ quality: 80, effort: 6, smartSubsample: true });
  await save(`public/demo/${name}.webp`, await picture.toBuffer());
  const small = sharp(Buffer.from(drawPicture({ name }))).resize(640);
  await save(
    `public/demo/${name}-640.webp`,
    await small.webp({ quality: 72, effort: 6, smartSubsample: true }).toBuffer(),
  );
}
for (const name of screenNames) {
  const screen = sharp(Buffer.from(drawScreen(name))).webp({ quality: 74, effort: 6, smartSubsample: true });
  await save(`public/demo/${name}.webp`, await screen.toBuffer());
}
await save('public/demo/sem-imagem.svg', Buffer.from(drawPlaceholder()));
await save(
  'src/assets/uploads/default-product.png',
  await sharp(Buffer.from(drawPlaceholder())).png({ palette: true, colours: 32, effort: 10 }).toBuffer(),
);
await save(
  'public/og.jpg',
  await sharp(Buffer.from(drawShareCard())).jpeg({ quality: 86, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer(),
);
await save('public/favicon.svg', Buffer.from(drawMark()));
await save('public/favicon-32.png', await sharp(Buffer.from(drawMark()), { density: 288 }).resize(32).png().toBuffer());
await save('public/apple-touch-icon.png', await sharp(Buffer.from(drawTouchIcon())).png({ palette: true }).toBuffer());

async function save(path: string, bytes: Buffer): Promise<void> {
  await writeFile(new URL(path, root), bytes);
  console.log(`${path}  ${(bytes.length / 1024).toFixed(1)} KB`);
}
