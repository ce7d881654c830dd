import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) };
const COMPRESSIBLE = /\.(?:css|js|json|svg|txt|webmanifest|xml)$/;
/** Below this a compressed file saves no packet. */
const WORTHWHILE_BYTES = 1_000;

/** Compresses the built files once, so that the server never does. */
export function precompress() {
  return {
    name: 'precompress',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const entries = await readdir(dir, { recursive: true, withFileTypes: true });
        const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
        await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))));
      },
    },
  };
}

async function compressFile(path) {
  const bytes = await readFile(path);
  if (bytes.length < WORTHWHILE_BYTES) return;
  for (const [ending, compress] of Object.entries(compressors))
    await writeFile(`${path}.${ending}`, await compress(bytes));
}

/** Opens the shop for `astro dev`, where no process of ours stands around Astro. */
export function openShopInDevelopment() {
  return {
    name: 'open-shop-in-development',
    hooks: {
      'astro:server:setup': async ({ server }) => {
        const { openForDevelopment } = await import(fileURLToPath(new URL('development.ts', import.meta.url)));
        const { locals, uploads, close } = await openForDevelopment();
        server.middlewares.use('/uploads', uploads);
        server.middlewares.use((request, response, next) => {
          Reflect.set(request, Symbol.for('astro.locals'), locals(request, response));
          next();
        });
        server.httpServer?.once('close', () => void close());
      },
    },
  };
}
