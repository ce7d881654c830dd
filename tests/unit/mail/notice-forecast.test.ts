import { expect, test } from 'vitest';
import { forecastEnd, type NoticePace } from '#src/domain/mail/quota/notice-forecast.ts';
import { endText } from '#src/wire/mail/notice-end.ts';

const NOW = new Date('2026-11-24T16:30:00.000Z');
const NONE = Number.POSITIVE_INFINITY;
const pace = (changes: Partial<NoticePace> = {}): NoticePace => ({
  ...{ from: NOW, perMinute: 30, perHour: NONE, perDay: NONE, sentInHour: new Map(), waiting: 0 },
  ...changes,
});
const SENT_YESTERDAY = new Map([[Date.parse('2026-11-23T20:00:00Z'), 400]]);

test.each([
  ['few leave in minutes', pace(), 60, 'termina em poucos minutos'],
  ['the pace alone', pace(), 30 * 45, 'termina por volta das 14:20'],
  ['a pause of the account', pace({ from: new Date('2026-11-25T03:50:00Z') }), 300, 'termina amanhã por volta da 1:00'],
  ['a quota of the hour', pace({ perHour: 100 }), 350, 'termina por volta das 16:10'],
  ['a quota of the day', pace({ perDay: 400 }), 500, 'termina amanhã por volta das 13:10'],
  ['what left yesterday', pace({ perDay: 400, sentInHour: SENT_YESTERDAY }), 100, 'termina por volta das 17:10'],
  ['many days', pace({ perDay: 400 }), 10_000, 'termina em 18/12 por volta das 13:20'],
])('the end of an announcement follows %s', (_case, given, count, text) => {
  expect(endText(forecastEnd(given, count) ?? '', NOW)).toBe(text);
});

test('no end is told that lies beyond a year', () => {
  expect(forecastEnd(pace({ perDay: 20 }), 10_000)).toBeNull();
});
