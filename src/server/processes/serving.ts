import { setTimeout as wait } from 'node:timers/promises';
import type { OpenDatabase } from '#db/client.ts';
import { newestMigration } from '#db/migrate.ts';
import { readServer, type ServerState } from '#db/queries/upkeep/health.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';

/** Why a process takes no orders now. */
type Unreadiness = 'draining' | 'schema' | 'read_only' | 'database_away';

export type Serving = {
  /** Null where the process takes orders; answers within a second, whatever the database does. */
  read(): Promise<Unreadiness | null>;
  /** The schema has gone beyond this process's code, which only a new version changes. */
  isOutdated(): boolean;
  onOutdated(tell: () => void): void;
  close(): void;
};

type Parts = {
  ask(): Promise<ServerState>;
  /** The database may be silent for so long, as while another machine takes over. */
  awayAfterMs: number;
  watchEveryMs?: number | undefined;
  longestMs?: number;
  nowMs?(): number;
};

export function openServing({ db, postgres }: Pick<OpenDatabase, 'db' | 'postgres'>): Serving {
  const ask = () => readServer(db, postgres);
  return watchServing(
    postgres ? { ask, awayAfterMs: AWAY_AFTER_MS, watchEveryMs: WATCH_EVERY_MS } : { ask, awayAfterMs: 0 },
  );
}

/** An answer is kept for a second, and one question is under way at a time. */
export function watchServing(parts: Parts): Serving {
  const { ask, awayAfterMs, watchEveryMs, longestMs = LONGEST_MS, nowMs = () => performance.now() } = parts;
  const newestStep = newestMigration();
  const listeners = new Set<() => void>();
  const known: Known = { answeredAtMs: nowMs(), hasFailed: true, isReadOnly: false, isOutdated: false };
  let underWay: Promise<void> | undefined;

  async function look(): Promise<void> {
    const askedAtMs = nowMs();
    try {
      const { isReadOnly, floor } = await ask();
      Object.assign(known, { answeredAtMs: askedAtMs, hasFailed: false, isReadOnly });
      if (floor <= newestStep || known.isOutdated) return;
      known.isOutdated = true;
      for (const tell of listeners) tell();
    } catch {
      known.hasFailed = true;
    }
  }

  async function lookAgain(): Promise<void> {
    if (!known.hasFailed && nowMs() - known.answeredAtMs < KEPT_MS) return;
    underWay ??= look().finally(() => {
      underWay = undefined;
    });
    const late = new AbortController();
    const isLate = wait(longestMs, undefined, { signal: late.signal }).then(
      () => {
        known.hasFailed = true;
      },
      () => undefined,
    );
    await Promise.race([underWay, isLate]);
    late.abort();
  }

  const timer = watchEveryMs === undefined ? undefined : setInterval(() => void lookAgain(), watchEveryMs);
  timer?.unref();
  return {
    async read() {
      await lookAgain();
      return judgeServing(known, nowMs(), awayAfterMs);
    },
    isOutdated: () => known.isOutdated,
    onOutdated: (tell) => void listeners.add(tell),
    close: () => clearInterval(timer),
  };
}

type Known = { answeredAtMs: number; hasFailed: boolean; isReadOnly: boolean; isOutdated: boolean };

function judgeServing(known: Known, nowMs: number, awayAfterMs: number): Unreadiness | null {
  if (known.isOutdated) return 'schema';
  if (known.hasFailed) return nowMs - known.answeredAtMs >= awayAfterMs ? 'database_away' : null;
  return known.isReadOnly ? 'read_only' : null;
}

const KEPT_MS = SECOND_MS;
const LONGEST_MS = SECOND_MS;
const WATCH_EVERY_MS = 2 * SECOND_MS;
const AWAY_AFTER_MS = 5 * SECOND_MS;
