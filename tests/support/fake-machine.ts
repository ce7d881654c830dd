import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './architecture/source.ts';

export const LINK = 'http://127.0.0.1/instalar?chave=0123456789abcdef';
export const APP = 'opt/corte-final/app';

export type FakeMachine = Awaited<ReturnType<typeof openFakeMachine>>;

/** A root of its own below `DESTDIR`, and on PATH what would reach out of it: users, systemd, apt. The service answers `/readyz`. */
export async function openFakeMachine() {
  const folder = await mkdtemp(join(tmpdir(), 'machine-'));
  const at = (path: string) => join(folder, path);
  const write = async (path: string, text: string, mode = 0o644) => {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), text);
    await chmod(at(path), mode);
  };
  for (const [name, script] of Object.entries(PROGRAMS)) await write(`bin/${name}`, `#!/bin/sh\n${script}\n`, 0o755);
  await write('root/usr/bin/node', `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, 0o755);
  await write('root/usr/bin/npm', NPM, 0o755);
  await write('root/proc/meminfo', 'MemAvailable:    1500000 kB\nSwapFree:        0 kB\n');
  for (const path of ['root/run/systemd/system', 'root/etc/systemd/system', 'tmp'])
    await mkdir(at(path), { recursive: true });
  await write('service.mjs', SERVICE);

  return {
    write,
    remove: (path: string) => rm(at(path), { recursive: true, force: true }),
    read: (path: string) => readFile(at(path), 'utf8'),
    at,

    /** Packs the real unit with a program that prepares itself at once, or not where it finds `broken`. */
    async pack(version: string, files: Record<string, string> = {}): Promise<string> {
      const name = `corte-final-${version}`;
      await write(
        `${name}/package.json`,
        `{\n  "name": "corte-final",\n  "version": "${version}",\n  "type": "module"\n}\n`,
      );
      await write(`${name}/src/server/setup.mjs`, SET_UP);
      for (const [path, text] of Object.entries(files)) await write(`${name}/${path}`, text);
      await cp(join(ROOT, 'deploy'), at(`${name}/deploy`), { recursive: true });
      await run('tar', ['-czf', at(`${name}.tar.gz`), '-C', folder, name]);
      return at(`${name}.tar.gz`);
    },

    /** Returns what it printed, and throws that where it ends otherwise than well. */
    async install(words: string[], script = join(ROOT, 'deploy/install.sh')): Promise<string> {
      const env = {
        PATH: `${at('bin')}:${process.env['PATH'] ?? ''}`,
        DESTDIR: at('root'),
        MACHINE: folder,
        TMPDIR: at('tmp'),
      };
      try {
        return (await run('sh', [script, ...words], { env })).stdout;
      } catch (error) {
        throw new Error(error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error));
      }
    },

    /** Each file below the root with its mode, its time and its content. */
    async tree(): Promise<string[]> {
      const entries = await readdir(at('root'), { recursive: true });
      return Promise.all(entries.toSorted().map(async (name) => `${name} ${await describeFile(at(`root/${name}`))}`));
    },

    async calls(): Promise<string[]> {
      const text = await readFile(at('calls'), 'utf8').catch(() => '');
      return text.split('\n').filter(Boolean);
    },

    async close() {
      await run(at('bin/systemctl'), ['stop'], { env: { ...process.env, MACHINE: folder } });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const run = promisify(execFile);

async function describeFile(path: string): Promise<string> {
  const entry = await lstat(path);
  const content = entry.isFile()
    ? createHash('sha256')
        .update(await readFile(path))
        .digest('hex')
    : '';
  return `${entry.mode.toString(8)} ${entry.mtimeMs} ${content}`;
}

const SYSTEMCTL = `
case $1 in
  is-active) [ -e "$MACHINE/pid" ] ;;
  is-enabled) [ -e "$MACHINE/enabled" ] ;;
  enable) echo enable >>"$MACHINE/calls"; touch "$MACHINE/enabled" ;;
  daemon-reload) echo daemon-reload >>"$MACHINE/calls" ;;
  restart)
    echo restart >>"$MACHINE/calls"
    [ ! -e "$MACHINE/closed" ] || exit 0
    cd "$DESTDIR/${APP}" || exit
    '${process.execPath}' "$MACHINE/service.mjs" >/dev/null 2>&1 &
    echo $! >"$MACHINE/pid"
    ;;
  stop)
    [ -e "$MACHINE/pid" ] || exit 0
    echo stop >>"$MACHINE/calls"
    kill "$(cat "$MACHINE/pid")"
    rm "$MACHINE/pid"
    ;;
  show) if [ -e "$MACHINE/closed" ]; then echo 2; else echo 0; fi ;;
esac`;

const PROGRAMS = {
  id: 'if [ -e "$MACHINE/person" ]; then echo 1000; else echo 0; fi',
  getent: '[ -e "$MACHINE/user" ]',
  useradd: 'echo useradd >>"$MACHINE/calls"; touch "$MACHINE/user"',
  chown: ':',
  runuser: 'shift 3; exec "$@"',
  systemctl: SYSTEMCTL,
  journalctl: 'cat "$MACHINE/journal"',
  sleep: ':',
  df: 'printf "Filesystem 1M Used Available\\nroot 9 9 %s\\n" "$(cat "$MACHINE/disk" 2>/dev/null || echo 5000)"',
  'apt-get': 'echo "apt-get $*" >>"$MACHINE/calls"',
  'apt-cache': 'printf "nodejs:\\n  Candidate: 18.19.0+dfsg-6\\n"',
};

/** It stands for the update's own way, which `tests/unit/server/update.test.ts` goes. */
const NPM = `#!/bin/sh
echo "npm $*" >>"$MACHINE/calls"
[ ! -e broken ] || { echo 'A loja voltou.' >&2; exit 1; }
for folder; do [ ! -d "$folder/src" ] || { rm -rf src && cp -r "$folder/." .; }; done
`;

const SERVICE = `
import { createServer } from 'node:http';
import { loadEnvFile } from 'node:process';
loadEnvFile('.env');
createServer((request, response) => response.end()).listen(Number(process.env.PORT), '127.0.0.1');
`;

const SET_UP = `
import { existsSync, mkdirSync } from 'node:fs';
if (existsSync('broken')) process.exit(1);
mkdirSync('dist', { recursive: true });
`;
