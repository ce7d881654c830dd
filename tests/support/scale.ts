import type { TestContext } from 'vitest';

/** Set by `npm run bench:promises`. */
export const isFullScale = process.env['TEST_SCALE'] === 'full';

export function scaled(usual: number, full: number): number {
  return isFullScale ? full : usual;
}

/** `under` is judged by the bench only, since the suite's machine may be busy. */
export type Figure = { name: string; value: number; unit?: 'ms'; under?: number };

declare module 'vitest' {
  interface TaskMeta {
    figures?: Figure[];
  }
}

export function recordFigure({ meta }: TestContext['task'], figure: Figure): void {
  meta.figures = [...(meta.figures ?? []), figure];
}
