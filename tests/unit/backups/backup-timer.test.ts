import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { ROOT } from '../../support/architecture/source.ts';

test('the timer removes its own old backups alone', async () => {
  const unit = await readFile(join(ROOT, 'deploy/corte-final-backup.service'), 'utf8');
  const [, made] = /npm run --silent backup -- (\S+)\/\$\$\(/.exec(unit) ?? [];
  const [, searched, words = ''] = /^ExecStart=\/usr\/bin\/find (\S+) (.+)$/m.exec(unit) ?? [];
  expect(made).toBe('/opt/corte-final/timer-backups');
  expect(searched).toBe(made);

  const folder = await mkdtemp(join(tmpdir(), 'timer-backups-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, days] of [['old', 16] as const, ['new', 13] as const]) {
    await mkdir(join(folder, name));
    const then = new Date(Date.now() - days * DAY_MS);
    await utimes(join(folder, name), then, then);
  }
  execFileSync('find', [folder, ...words.split(' ')]);
  expect(await readdir(folder)).toEqual(['new']);
});
