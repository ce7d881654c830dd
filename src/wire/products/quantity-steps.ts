import * as z from 'zod/mini';
import { chargedCents, MINIMUM_CHARGE_CENTS, shareOfCents } from '../basics/money.ts';
import { MOST_LICENSES } from './most-licenses.ts';

/** From so many licenses in one order on, each costs so much less. */
export type QuantityStep = { from: number; percent: number };

export const BAD_QUANTITY_STEPS =
  'Escreva como 5: 10%, 10: 20%. Até três faixas, de 2 a 10 licenças e de 1% a 90%, cada uma maior que a anterior.';

/** Reads `5: 10%, 10: 20%` in any spelling of it, and writes it so. */
export const quantitySteps = z.pipe(
  z.pipe(
    z.string(BAD_QUANTITY_STEPS).check(z.maxLength(100, BAD_QUANTITY_STEPS)),
    z.transform((typed) => typed.split(/[,;]/).map(readStep)),
  ),
  z.pipe(
    z.array(z.object({ from: z.number(), percent: z.number() }, BAD_QUANTITY_STEPS)).check(
      z.maxLength(3, BAD_QUANTITY_STEPS),
      z.refine((steps) => steps.every(rises), BAD_QUANTITY_STEPS),
    ),
    z.transform((steps) => steps.map(({ from, percent }) => `${from}: ${percent}%`).join(', ')),
  ),
);

function readStep(typed: string): QuantityStep | null {
  const [, from, percent] = /^\s*(\d{1,2})\s*:\s*(\d{1,2})\s*%?\s*$/.exec(typed) ?? [];
  return from && percent ? { from: Number(from), percent: Number(percent) } : null;
}

function rises({ from, percent }: QuantityStep, at: number, all: readonly QuantityStep[]): boolean {
  const before = all[at - 1] ?? { from: 1, percent: 0 };
  return from > before.from && from <= MOST_LICENSES && percent > before.percent && percent <= 90;
}

export function stepsOf(written: string | null): QuantityStep[] {
  return written === null ? [] : written.split(',').flatMap((each) => readStep(each) ?? []);
}

/** Each of so many licenses costs this; never less than the least that a Pix can be of, nor more than one alone. */
export function unitCents(priceCents: number, written: string | null, quantity: number, leastCents: number): number {
  const step = stepsOf(written).findLast(({ from }) => quantity >= from);
  if (!step) return priceCents;
  return Math.min(priceCents, Math.max(leastCents, priceCents - shareOfCents(priceCents, step.percent * 100)));
}

/** So many cost this together. */
export function totalCents(priceCents: number, written: string | null, quantity: number): number {
  return chargedCents(unitCents(priceCents, written, quantity, MINIMUM_CHARGE_CENTS) * quantity, 0);
}

/** Writes `De 5 licenças em diante, 10% a menos em cada; de 10, 20%.` */
export function stepsText(written: string | null): string {
  const [first, ...others] = stepsOf(written);
  if (!first) return '';
  const rest = others.map(({ from, percent }) => `; de ${from}, ${percent}%`).join('');
  return `De ${first.from} licenças em diante, ${first.percent}% a menos em cada${rest}.`;
}
