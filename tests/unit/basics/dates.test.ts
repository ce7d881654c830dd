import { expect, test } from 'vitest';
import { dayOf, formatDay, formatDayTime, monthName, monthOf, shiftMonth, startOf } from '#src/wire/basics/dates.ts';

test('days are those of São Paulo, not UTC', () => {
  expect(dayOf(new Date('2026-11-21T02:59:59Z'))).toBe('2026-11-20');
  expect(dayOf(new Date('2026-11-21T03:00:00Z'))).toBe('2026-11-21');
});

test('a sale on the last evening of a month belongs to that month', () => {
  expect(monthOf(new Date('2026-11-01T02:30:00Z'))).toBe('2026-10');
});

test('days and months start at midnight in São Paulo, also in years with daylight saving time', () => {
  expect(startOf('2026-11').toISOString()).toBe('2026-11-01T03:00:00.000Z');
  expect(startOf('2026-11-21').toISOString()).toBe('2026-11-21T03:00:00.000Z');
  expect(startOf('2018-12-01').toISOString()).toBe('2018-12-01T02:00:00.000Z');
});

test('months are shifted across the turn of the year', () => {
  expect(shiftMonth('2026-01', -1)).toBe('2025-12');
  expect(shiftMonth('2026-11', -11)).toBe('2025-12');
  expect(shiftMonth('2026-12', 1)).toBe('2027-01');
});

test('dates are formatted the Brazilian way', () => {
  expect(formatDay('2026-11-21T13:45:00.000Z')).toBe('21/11/2026');
  expect(formatDayTime('2026-11-21T13:45:00.000Z')).toBe('21/11/2026 10:45');
  expect(monthName('2026-11')).toBe('nov');
});
