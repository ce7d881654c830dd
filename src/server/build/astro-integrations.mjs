import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { rolldown } from 'rolldown';

const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) };
const COMPRESSIBLE = /\.(?:css|js|json|svg|txt|webmanifest|xml)$/;
/** Smaller files fit into one packet anyway. */
const WORTHWHILE_BYTES = 1_000;

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

/** Loading 1,300 modules triples the start. `inProject` finds the same folder from `dist/server`. */
export function bundleServer() {
  return {
    name: 'bundle-server',
    hooks: {
      'astro:build:done': async () => {
        const bundle = await rolldown({
          cwd: fileURLToPath(new URL('../../..', import.meta.url)),
          input: {
            store: 'src/server/serve.ts',
            'writer-thread': 'db/engines/writer-thread.ts',
            'backup-command': 'src/server/commands/backup-command.ts',
            'backup-job-command': 'src/server/commands/backup-job-command.ts',
            'copy-job-command': 'src/server/copy/copy-job-command.ts',
            'migrate-command': 'src/server/processes/migrate-command.ts',
            'move-command': 'src/server/commands/move-command.ts',
            'pix-command': 'src/server/commands/pix-command.ts',
            'files-command': 'src/server/commands/files-command.ts',
            'after-failover-command': 'src/server/failover/after-failover-command.ts',
            'audit-command': 'src/server/audit/audit-command.ts',
            'signing-key-command': 'src/server/commands/signing-key-command.ts',
            'update-command': 'src/server/commands/update-command.ts',
            'admin-password-command': 'src/server/commands/admin-password-command.ts',
          },
          platform: 'node',
          // These packages are native.
          external: ['better-sqlite3'],
          transform: { define: { 'process.env.NODE_ENV': '"production"' } },
          onLog: (level, log, tell) => {
            if (log.code !== 'MODULE_LEVEL_DIRECTIVE') tell(level, log);
          },
        });
        await bundle.write({
          dir: 'dist/server',
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name]-[hash].mjs',
          comments: false,
          plugins: [narrowText],
        });
        await bundle.close();
      },
    },
  };
}

/** V8 keeps a source in two bytes a character where a single one of them is beyond Latin-1. */
const narrowText = {
  name: 'narrow-text',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') chunk.code = chunk.code.replace(BEYOND_LATIN_1, escapeCharacter);
    }
  },
};

const BEYOND_LATIN_1 = /[^\0-\xff]/g;

function escapeCharacter(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

export function openShopInDevelopment() {
  return {
    name: 'open-shop-in-development',
    hooks: {
      'astro:server:setup': async ({ server }) => {
        const { openForDevelopment } = await import(fileURLToPath(new URL('../development.ts', import.meta.url)));
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
