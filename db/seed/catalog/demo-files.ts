import { strToU8, zipSync } from 'fflate';
import { PLATFORMS, type Platform } from '#src/wire/products/platforms.ts';
import type { DemoProduct } from './catalog.ts';
import type { DemoRelease } from './demo-releases.ts';

export function fileNameOf({ productId, version }: DemoRelease, platform: Platform): string {
  return [productId, version, ...(platform === 'any' ? [] : [platform])].join('-').concat('.zip');
}

/** The same bytes at every start. */
export function packRelease(product: DemoProduct, release: DemoRelease, platform: Platform): Uint8Array {
  const system = PLATFORMS[platform];
  const guide = [
    `${product.name} ${release.version}`,
    `Sistema: ${system}`,
    '',
    product.description,
    '',
    'Como instalar',
    `1. Copie a pasta ${product.id} para a pasta de plugins do seu editor.`,
    '2. Abra o editor de novo.',
    product.requiresActivation
      ? '3. Cole a chave que está na página da sua compra.'
      : '3. Pronto: não é preciso chave.',
    '',
    'Requisitos',
    product.systemRequirements,
  ].join('\r\n');
  const manifest = { id: product.id, name: product.name, version: release.version, channel: release.channel, platform };
  const files = {
    'LEIA-ME.txt': guide,
    'NOVIDADES.md': `# ${release.version}\n\n${release.notes}\n`,
    [`${product.id}/manifest.json`]: `${JSON.stringify(manifest, null, 2)}\n`,
    [`${product.id}/${product.id}.cube`]: drawTable(product.name),
  };
  const texts = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  // A time that is read as local is the same in every zone.
  return zipSync(Object.fromEntries(texts), { level: 6, mtime: new Date(2026, 0, 1, 12) });
}

/** A color table that every editor reads: a little warmer in the light, a little cooler in the shadow. */
function drawTable(title: string): string {
  const steps = Array.from({ length: TABLE_SIZE }, (_, step) => step / (TABLE_SIZE - 1));
  const tone = (value: number, shift: number) => Math.min(1, Math.max(0, value + shift * (value - 0.4))).toFixed(5);
  const rows = steps.flatMap((blue) =>
    steps.flatMap((green) => steps.map((red) => `${tone(red, 0.06)} ${tone(green, 0.01)} ${tone(blue, -0.05)}`)),
  );
  return [`TITLE "${title}"`, `LUT_3D_SIZE ${TABLE_SIZE}`, ...rows, ''].join('\n');
}

const TABLE_SIZE = 9;
