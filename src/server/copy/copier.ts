import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { Journal } from '#db/engines/journal.ts';
import type { CopyPlan, CopyState } from '#src/domain/backups/copy-keeper.ts';
import type { CopyPlace } from '#src/domain/backups/restore-source.ts';
import type { Clock } from '#src/domain/shop.ts';
import { DAY_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { generationAfter, keyIdOf, keyName, type Place, segmentName, snapshotName } from './copy-names.ts';
import { copyProblem } from './copy-problem.ts';
import { type CopyStore, openCopyStore, placeText } from './copy-store.ts';
import { type CopyWork, PLAIN_KEY } from './copy-work.ts';
import { gap, isGap, openJournalTail } from './journal-tail.ts';
import { type CopyKey, sealPiece } from './sealing.ts';

export type CopierParts = { journal: Journal; clock: Clock; work: CopyWork; bounds?: Partial<typeof BOUNDS> };

const BOUNDS = {
  /** SQLite's own figure for a store without a copy is about the same. */
  checkpointBytes: 32 * 1024 * 1024,
  /** With more than that unsent the journal is written back all the same, and a new generation begins. */
  mostBytes: 256 * 1024 * 1024,
  pieceBytes: 4 * 1024 * 1024,
  snapshotEveryMs: DAY_MS,
  retryMs: MINUTE_MS,
};

/** The copy to one place, for as long as the owner's settings stay. */
type Run = {
  plan: CopyPlan;
  place: CopyPlace;
  store: CopyStore;
  key: CopyKey;
  /** Null until the next look begins one. */
  generation: string | null;
  /** The number of the next piece. */
  sequence: number;
  /** The last one that is whole. */
  snapshot: { at: number; index: number } | null;
  triedAt: number;
  seenAt: number;
  job: { isSnapshot: boolean; stopping: AbortController; ended: Promise<void> } | null;
  jobProblem: string | null;
  files: Set<string>;
};

export function openCopier({ journal, clock, work, bounds: changes }: CopierParts) {
  const bounds = { ...BOUNDS, ...changes };
  const tail = openJournalTail(journal, bounds.pieceBytes);
  const noteFile = `${journal.databaseFile}.copy`;
  let note = readNote(noteFile, journal.mark());
  rmSync(noteFile, { force: true });
  // What this process commits before the first look must not be written back.
  if (note) journal.hold();
  let run: Run | null = null;
  let state: CopyState | null = null;
  const tell = (changes: Partial<CopyState>) => {
    state = { ...(state ?? { ...BLANK, beganAt: clock.now().toISOString() }), ...changes };
  };

  async function follow(plan: CopyPlan | null): Promise<void> {
    if (run && JSON.stringify(run.plan) !== JSON.stringify(plan)) await end();
    if (!plan) return end();
    const at = clock.now().toISOString();
    tell({});
    try {
      journal.hold();
      run ??= await openRun(plan);
      if (run.generation === null) await beginGeneration(run);
      await send(run);
      tell({ ...(run.snapshot !== null && { copiedAt: at }), problem: run.jobProblem });
      await care(run);
    } catch (error) {
      if (isGap(error) && run) await loseGeneration(run);
      else if (run) tell({ problem: copyProblem(error) });
      else fail(copyProblem(error));
    }
  }

  /** Nobody follows the journal, which must not grow until somebody does. */
  function fail(problem: string): void {
    journal.letGo();
    tell({ problem });
  }

  async function openRun(plan: CopyPlan): Promise<Run> {
    const { folder, bucket, passphrase } = plan;
    const place = bucket ? { folder: null, bucket } : { folder, bucket: null };
    const key = passphrase === null ? PLAIN_KEY : await work.findKey(place, passphrase);
    const former = note;
    note = null;
    const isFormer = former?.place === placeText(place) && keyIdOf(former.generation) === key.id;
    if (isFormer) tail.resume(former);
    return {
      ...{ plan, place, store: openCopyStore(place), key, job: null, jobProblem: null, files: new Set() },
      ...{ triedAt: 0, seenAt: 0 },
      generation: isFormer ? former.generation : null,
      sequence: isFormer ? former.sequence : 0,
      snapshot: isFormer ? former.snapshot : null,
    };
  }

  /** What was not sent is not looked for: the snapshot has it. */
  async function beginGeneration(of: Run): Promise<void> {
    await tail.begin();
    const names = (await of.store.list()).map(({ name }) => name);
    of.generation = generationAfter(names, clock.now(), `${randomBytes(3).toString('hex')}-${of.key.id}`);
    of.sequence = 0;
    startJob(of, of.generation, true);
  }

  async function loseGeneration(of: Run): Promise<void> {
    await stopJob(of);
    of.generation = null;
    of.snapshot = null;
    tell({ copiedAt: null });
  }

  async function send(of: Run): Promise<void> {
    const until = tail.look();
    if (until - tail.readBytes() > bounds.mostBytes) throw gap('far');
    for (let piece = await tail.next(until); piece && of.generation; piece = await tail.next(until)) {
      const { index, offset, bytes } = piece;
      const { generation, sequence } = of;
      const header = { generation, index, sequence, at: clock.now().toISOString() };
      const sealed = await sealPiece(header, bytes, of.key.recipient);
      await of.store.put(segmentName({ generation, index, offset }), sealed);
      tail.sent();
      of.sequence += 1;
      tell({ sizeBytes: (state?.sizeBytes ?? 0) + sealed.length });
    }
  }

  /** What is due beside the pieces: a snapshot, new files, and the end of a long journal. */
  async function care(of: Run): Promise<void> {
    if (of.job?.isSnapshot && tail.readBytes() > bounds.mostBytes) await stopJob(of);
    if (of.job || of.generation === null) return;
    const now = clock.now().getTime();
    // A clock that was put back must not stop it.
    const isPast = (at: number, ms: number) => Math.abs(now - at) >= ms;
    const mayTry = isPast(of.triedAt, bounds.retryMs);
    if (of.snapshot === null) {
      if (mayTry) await loseGeneration(of);
      return;
    }
    if (isPast(of.seenAt, bounds.retryMs)) {
      if (!(await isThere(of, { generation: of.generation, index: of.snapshot.index }))) return forget(of);
      of.seenAt = now;
    }
    const isDue = mayTry && isPast(of.snapshot.at, bounds.snapshotEveryMs);
    const isLong = tail.readBytes() >= bounds.checkpointBytes;
    const isEnded = (isDue || isLong) && (await tail.end());
    if (isDue && isEnded) startJob(of, of.generation, true);
    else if (mayTry && (await work.listFiles()).some((name) => !of.files.has(name))) startJob(of, of.generation, false);
  }

  /** A folder may be emptied, or be another disk's, and a bucket may remove what is old: what follows is worth nothing then. */
  async function isThere({ store, key }: Run, snapshot: Place): Promise<boolean> {
    const isReadable = key.recipient === null || (await store.has(keyName(key.id)));
    return isReadable && store.has(snapshotName(snapshot));
  }

  /** The next look begins at nothing. */
  async function forget(of: Run): Promise<void> {
    run = null;
    tell({ copiedAt: null });
    await of.store.close();
  }

  /** A snapshot is of the database's file, which stands still until the journal is written back again. */
  function startJob(of: Run, generation: string, isSnapshot: boolean): void {
    const { place, key, plan } = of;
    const at = clock.now();
    const sequence = of.sequence + tail.waiting();
    const header = { generation, index: tail.nextIndex(), sequence, at: at.toISOString() };
    const stopping = new AbortController();
    const snapshot = isSnapshot ? { header, databaseFile: journal.databaseFile } : null;
    const ended = work
      .run({ place, key, withKeyFile: plan.withKeyFile, snapshot }, stopping.signal)
      .then(({ sizeBytes, files }) => {
        of.files = new Set(files);
        of.jobProblem = null;
        if (isSnapshot) of.snapshot = { at: at.getTime(), index: header.index };
        tell({ sizeBytes });
      })
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) of.jobProblem = copyProblem(error);
      })
      .finally(() => {
        of.job = null;
      });
    of.triedAt = at.getTime();
    of.job = { isSnapshot, stopping, ended };
  }

  async function stopJob({ job }: Run): Promise<void> {
    job?.stopping.abort();
    await job?.ended;
  }

  async function end(): Promise<void> {
    const ending = run;
    run = null;
    note = null;
    state = null;
    if (ending) await stopJob(ending);
    await ending?.store.close();
    journal.letGo();
  }

  /** The rest is sent, so that the next process goes on where this one ends. */
  async function close(): Promise<void> {
    const closing = run;
    run = null;
    if (!closing) return;
    await stopJob(closing);
    const { place, store, generation, snapshot } = closing;
    if (generation !== null && snapshot !== null && (await sendRest(closing))) {
      const at = { index: tail.nextIndex() - 1, mark: journal.mark(), sequence: closing.sequence };
      const text = JSON.stringify({ place: placeText(place), generation, snapshot, ...at });
      writeFileSync(noteFile, text, { mode: 0o600 });
    }
    await store.close();
  }

  async function sendRest(of: Run): Promise<boolean> {
    try {
      await send(of);
      if (!(await tail.end())) return false;
      await send(of);
      return true;
    } catch {
      return false;
    }
  }

  return {
    follow,
    close,
    state: () => state,
    fail,
  };
}

const BLANK = { copiedAt: null, sizeBytes: 0, problem: null };

/** Where a copy ended with its process; the next one goes on there if nobody wrote to the database meanwhile. */
const CopyNote = z.object({
  place: z.string(),
  generation: z.string(),
  sequence: z.number(),
  index: z.number(),
  mark: z.string(),
  snapshot: z.object({ at: z.number(), index: z.number() }),
});
type CopyNote = z.infer<typeof CopyNote>;

/** Null where there is none that fits the file. */
function readNote(path: string, mark: string): CopyNote | null {
  if (!existsSync(path)) return null;
  const read = CopyNote.safeParse(parse(readFileSync(path, 'utf8')));
  return read.success && read.data.mark === mark ? read.data : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
