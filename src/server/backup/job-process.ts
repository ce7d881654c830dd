import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { makeFilesPrivately } from '../private-files.ts';
import { inProject } from '../project-folder.ts';

/** Runs a program of ours in a process of its own, tells it `plan`, hears what it sends, and ends with it or with `stopping`. */
export async function forkJob<News>(
  program: string,
  plan: object,
  hear: (news: News) => void,
  stopping?: AbortSignal,
): Promise<void> {
  // It would tell nobody any more.
  if (stopping?.aborted) return;
  const child = fork(inProject(program), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const stop = () => child.kill('SIGKILL');
  stopping?.addEventListener('abort', stop, { once: true });
  try {
    await new Promise<void>((done, failed) => {
      child.once('error', failed);
      child.once('exit', () => done());
      child.on('message', (news: News) => hear(news));
      child.send(plan);
    });
  } finally {
    stopping?.removeEventListener('abort', stop);
  }
}

/** In that process: the store's own process started this one, tells it what to do, and hears how it goes; without the store it ends. */
export function answerParent<Asked, News>(work: (asked: Asked, tell: (news: News) => void) => Promise<News>): void {
  makeFilesPrivately();
  setPriority(LOWEST_OF_ORDINARY);
  process.once('disconnect', () => process.exit(1));
  process.once('message', (asked: Asked) => {
    void work(asked, (news) => process.send?.(news)).then((news) => process.send?.(news, () => process.exit(0)));
  });
}

const LOWEST_OF_ORDINARY = 10;
