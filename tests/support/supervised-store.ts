import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type Supervision = { root: string; env: NodeJS.ProcessEnv };

/** Does for the store in a folder what the unit does, and gives it a `systemctl` that knows of it. */
export async function openSupervision(folder: string, { root, env: given }: Supervision) {
  const unit = join(folder, 'unit');
  await mkdir(join(folder, 'bin'), { recursive: true });
  await writeFile(join(folder, 'bin/systemctl'), `#!/bin/sh\ncat '${unit}'\n`);
  await chmod(join(folder, 'bin/systemctl'), 0o700);
  const env = { ...given, PATH: `${join(folder, 'bin')}:${given['PATH'] ?? ''}` };
  const note = (pid = 0) =>
    writeFile(
      unit,
      `Restart=always\nMainPID=${pid}\nActiveState=${pid ? 'active' : 'activating'}\nWorkingDirectory=${root}\n`,
    );
  const run = (program: string) => spawn(process.execPath, [program], { cwd: root, env, stdio: 'ignore' });
  let isWanted = false;
  let store: ChildProcess | undefined;
  let ending: Promise<void> = Promise.resolve();

  async function keepOpen(): Promise<void> {
    while (isWanted) {
      await once(run('src/server/setup.mjs'), 'close');
      if (!isWanted) return;
      store = run('src/server/main.mjs');
      const ended = once(store, 'close');
      await note(store.pid);
      await ended;
      await note();
    }
  }

  return {
    env,
    setUp: () => run('src/server/setup.mjs'),
    start() {
      isWanted = true;
      ending = keepOpen();
    },
    /** Also what systemd knows, as where the store was started by hand. */
    forget: () => writeFile(unit, ''),
    async stop() {
      isWanted = false;
      store?.kill('SIGKILL');
      await ending;
    },
  };
}
