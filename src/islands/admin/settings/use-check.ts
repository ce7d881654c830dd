import { useEffect, useRef, useState } from 'react';
import { readStepLines } from '#src/client/admin/step-lines.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import type { CheckStep, Finding } from '#src/wire/upkeep/findings.ts';

/** `asking` names what is looked at now. */
export type Seen = { findings: readonly Finding[]; asking: string | null };

type Options = { path: string; method?: 'GET' | 'POST'; failed?: (error: unknown) => void };

/** What was seen before stays until the first step of the next check. It ends with the window, and when it is forgotten. */
export function useCheck<Typed>({ path, method = 'POST', failed }: Options) {
  const [seen, setSeen] = useState<Seen | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const end = (failed: boolean) => {
    setFailed(failed);
    setSeen((former) => former && { ...former, asking: null });
  };
  const { submit, isBusy } = useChange<Typed, void>({
    run: (body) => {
      running.current = new AbortController();
      const { signal } = running.current;
      let so: Seen = { findings: [], asking: null };
      return readStepLines<CheckStep>(path, { method, body, signal, timeoutMs: LONGEST_MS }, (step) => {
        if (signal.aborted) return;
        so =
          'asking' in step ? { ...so, asking: step.asking } : { findings: [...so.findings, step.found], asking: null };
        setSeen(so);
      });
    },
    done: () => end(false),
    failed: (error) => {
      if (running.current?.signal.aborted) return;
      end(true);
      failed?.(error);
    },
  });
  return {
    seen,
    isBusy,
    hasFailed,
    start: submit,
    forget() {
      running.current?.abort();
      setSeen(null);
    },
  };
}

/** Servers answer slowly when they refuse. */
const LONGEST_MS = 1.5 * MINUTE_MS;
