import { keepPreviousData } from '@tanstack/react-query';
import { useRead } from '#src/islands/admin/use-read.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import type { DayPeriod } from '#src/wire/basics/periods.ts';
import { type Figures, figuresAddress } from '#src/wire/reports/figures.ts';

/** `figures` are those of the rendered period, null after an error; `at` is in milliseconds since 1970. */
export type RenderedFigures = { figures: Figures | null; at: number };

const FRESH_MS = 5 * MINUTE_MS;

export function useFigures(period: DayPeriod, { figures, at }: RenderedFigures) {
  const path = figuresAddress(period);
  const isRendered = figures !== null && figuresAddress(figures.period) === path;
  return useRead<Figures>(path, {
    ...(isRendered && { initialData: figures, initialDataUpdatedAt: at }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    placeholderData: keepPreviousData,
  });
}
