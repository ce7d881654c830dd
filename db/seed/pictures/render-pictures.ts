/** Run it after changing a drawing: `node db/seed/pictures/render-pictures.ts`. */
import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { SMALL_PICTURE_WIDTHS } from '#src/wire/storefront/catalog.ts';
import { drawScreen, screenNames } from '../interface/interface-pictures.ts';
import { drawMark, drawPlaceholder, drawShareCard, drawTouchIcon } from './brand-pictures.ts';
import { accentTones, brandOrange } from './picture-palettes.ts';
import { comparedNames, drawPicture, drawSide, pictureNames } from './pictures.ts';

const root = new URL('../../../', import.meta.url);
await mkdir(new URL('public/demo/', root), { recursive: true });
await mkdir(new URL('public/icons/', root), { recursive: true });
await mkdir(new URL('src/assets/uploads/', root), { recursive: true });

const sides = comparedNames.flatMap((name) =>
  (['antes', 'depois'] as const).map((side) => ({ name: `${name}-${side}`, svg: drawSide(name, side), quality: 80 })),
);
const pictures = [
  ...pictureNames.map((name) => ({ name, svg: drawPicture({ name }), quality: 80 })),
  ...sides,
  ...screenNames.map((name) => ({ name, svg: drawScreen(name), quality: 74 })),
];
for (const { name, svg, quality } of pictures) {
  const look = { effort: 6, smartSubsample: true };
  await save(
    `public/demo/${name}.webp`,
    await sharp(Buffer.from(svg))
      .webp({ ...look, quality })
      .toBuffer(),
  );
  for (const width of SMALL_PICTURE_WIDTHS) {
    const small = sharp(Buffer.from(svg))
      .resize(width)
      .webp({ ...look, quality: 66 });
    await save(`public/demo/${name}-${width}.webp`, await small.toBuffer());
  }
}
await save('public/demo/sem-imagem.svg', Buffer.from(drawPlaceholder()));
// Letters use it, and phones that ask without a link.
await save(
  'public/apple-touch-icon.png',
  await sharp(Buffer.from(drawTouchIcon(brandOrange)))
    .png({ palette: true })
    .toBuffer(),
);
await save(
  'src/assets/uploads/default-product.png',
  await sharp(Buffer.from(drawPlaceholder())).png({ palette: true, colours: 32, effort: 10 }).toBuffer(),
);
await save(
  'public/og.jpg',
  await sharp(Buffer.from(drawShareCard())).jpeg({ quality: 86, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer(),
);
for (const [accent, tone] of Object.entries(accentTones)) {
  const mark = Buffer.from(drawMark(tone));
  await save(`public/icons/${accent}.svg`, mark);
  await save(`public/icons/${accent}-32.png`, await sharp(mark, { density: 288 }).resize(32).png().toBuffer());
  const touch = sharp(Buffer.from(drawTouchIcon(tone))).png({ palette: true });
  await save(`public/icons/${accent}-touch.png`, await touch.toBuffer());
  for (const size of [192, 512]) {
    const sized = (svg: string) =>
      sharp(Buffer.from(svg), { density: 576 }).resize(size).png({ palette: true }).toBuffer();
    await save(`public/icons/${accent}-${size}.png`, await sized(drawMark(tone)));
    if (size === 512) await save(`public/icons/${accent}-maskable.png`, await sized(drawTouchIcon(tone)));
  }
}

async function save(path: string, bytes: Buffer): Promise<void> {
  await writeFile(new URL(path, root), bytes);
  console.log(`${path}  ${(bytes.length / 1024).toFixed(1)} KB`);
}
