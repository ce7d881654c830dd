import type { TestContext } from 'vitest';

/** Set by `npm run bench:promises` alone: the tests then take the figures that the shop promises, however long that takes. */
export const isFullScale = process.env['TEST_SCALE'] === 'full';

/** How many a test takes: the suite what shows the same within seconds, the bench all that is promised. */
export function scaled(usual: number, full: number): number {
  return isFullScale ? full : usual;
}

/** What a test counted or measured, and the limit that the bench holds it to. The suite judges no figure of a busy machine. */
export type Figure = { name: string; value: number; unit?: 'ms'; under?: number };

declare module 'vitest' {
  interface TaskMeta {
    figures?: Figure[];
  }
}

/** Tells the bench a figure of this test. */
export function recordFigure({ meta }: TestContext['task'], figure: Figure): void {
  meta.figures = [...(meta.figures ?? []), figure];
}
