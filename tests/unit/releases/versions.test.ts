import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { covers, prolong, termsAtSale } from '#src/domain/releases/update-terms.ts';
import { compareVersions, majorOf } from '#src/domain/releases/versions.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { CreateRelease, cleanFileName } from '#src/wire/releases/releases.ts';

const number = fc.integer({ min: 0, max: 9_999 });
const suffix = fc.stringMatching(/^[0-9A-Za-z.]{1,20}$/);
const version = fc
  .tuple(fc.array(number, { minLength: 2, maxLength: 4 }), fc.option(suffix, { nil: null }))
  .map(([numbers, ending]) => numbers.join('.') + (ending === null ? '' : `-${ending}`));

describe('versions', () => {
  test.each([
    ['2.1', '2.1.0', 0],
    ['2.10', '2.9', 1],
    ['2.1.0.3', '2.1.0', 1],
    ['2.1-beta', '2.1', -1],
    ['2.1-beta.2', '2.1-beta.10', -1],
    ['2.1-beta', '2.1-rc', -1],
    ['2.1-2', '2.1-beta', -1],
    ['2.1-beta', '2.1-beta.1', -1],
  ])('%s against %s', (one, other, sign) => {
    expect(Math.sign(compareVersions(one, other))).toBe(sign);
    expect(Math.sign(compareVersions(other, one))).toBe(0 - sign);
  });

  test('have one order, whatever they are', () => {
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(compareVersions(a, a)).toBe(0);
        expect(Math.sign(compareVersions(a, b))).toBe(0 - Math.sign(compareVersions(b, a)));
        const isAscending = compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0;
        expect(!isAscending || compareVersions(a, c) <= 0).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('are what the form takes', () => {
    fc.assert(
      fc.property(version, (typed) => {
        expect(CreateRelease.safeParse({ version: ` ${typed} ` }).data?.version).toBe(typed);
      }),
    );
    for (const typed of ['2', '2.', 'v2.1', '2.1 beta', '2.1-', '2.1.3.4.5', '12345.1', '2.1-b_c', '']) {
      expect(CreateRelease.safeParse({ version: typed }).success, typed).toBe(false);
    }
  });
});

describe('what an item covers', () => {
  const at = fc.date({ min: new Date('2025-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
  const release = fc.record({ version, publishedAt: at.map((date) => date.toISOString()) });
  const product = fc.record({
    updatePolicy: fc.constantFrom('always', 'major', 'months'),
    months: fc.integer({ min: 1, max: 60 }),
    currentVersion: version,
  });

  test('is what its product promised at the sale, and no later promise changes it', () => {
    fc.assert(
      fc.property(product, at, release, ({ updatePolicy, months, currentVersion }, soldAt, later) => {
        const updateMonths = updatePolicy === 'months' ? months : null;
        const terms = termsAtSale({ updatePolicy, updateMonths, currentVersion }, soldAt);
        const isCovered = covers(terms, later);
        const days = (Date.parse(later.publishedAt) - soldAt.getTime()) / 86_400_000;
        const isMonthsOver = days > months * 31 + 1 ? false : isCovered;
        const expected = {
          always: true,
          major: majorOf(later.version) <= majorOf(currentVersion),
          // Either is right between the shortest and the longest months.
          months: days < months * 28 - 1 ? true : isMonthsOver,
        };
        expect(isCovered).toBe(expected[updatePolicy]);
        expect(covers(terms, { version: currentVersion, publishedAt: soldAt.toISOString() })).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['2027-01-31', [], '2027-01-31'],
    ['2027-01-31', [['2027-01-02', 1]], '2027-02-28'],
    // Counted from one day, so that February cuts off nothing of March.
    [
      '2027-01-31',
      [
        ['2027-01-02', 1],
        ['2027-02-27', 1],
      ],
      '2027-03-31',
    ],
    [
      '2027-01-31',
      [
        ['2027-01-31', 12],
        ['2027-01-31', 12],
      ],
      '2029-01-31',
    ],
    ['2026-05-10', [['2027-01-31', 1]], '2027-02-28'],
    [
      '2026-05-10',
      [
        ['2027-01-31', 1],
        ['2027-04-05', 2],
      ],
      '2027-06-05',
    ],
  ])('prolongs what ends on %s by %o until %s', (until, paid, end) => {
    expect(
      prolong(
        until,
        paid.map(([paidOn, months]) => ({ paidOn: String(paidOn), months: Number(months) })),
      ),
    ).toBe(end);
  });

  test('keeps the old major, and the last day of a shorter month', () => {
    const sold = new Date('2027-01-31T15:00:00.000Z');
    const major = termsAtSale({ updatePolicy: 'major', updateMonths: null, currentVersion: '2.4' }, sold);
    expect(covers(major, { version: '2.9.1', publishedAt: '2030-01-01T00:00:00.000Z' })).toBe(true);
    expect(covers(major, { version: '3.0', publishedAt: '2027-02-01T00:00:00.000Z' })).toBe(false);
    const month = termsAtSale({ updatePolicy: 'months', updateMonths: 1, currentVersion: '2.4' }, sold);
    expect(month.updatesUntil).toBe('2027-02-28');
    const lastMoment = new Date('2027-03-01T02:59:59.000Z');
    expect(dayOf(lastMoment)).toBe('2027-02-28');
    expect(covers(month, { version: '9.0', publishedAt: lastMoment.toISOString() })).toBe(true);
    expect(covers(month, { version: '9.0', publishedAt: '2027-03-01T03:00:00.000Z' })).toBe(false);
  });

  test('is everything where no version was published at the sale', () => {
    const terms = termsAtSale({ updatePolicy: 'major', updateMonths: null, currentVersion: null }, new Date());
    expect(covers(terms, { version: '9.0', publishedAt: new Date().toISOString() })).toBe(true);
  });
});

describe('the name of a sold file', () => {
  test.each([
    ['curva-log-pro.zip', 'curva-log-pro.zip'],
    ['  Correção de cor 2.1.zip ', 'Correção de cor 2.1.zip'],
    ['Correc\u0327a\u0303o.zip', 'Correção.zip'],
    ['fatura\u202egpj.exe', 'faturagpj.exe'],
    ['a\u0000b\u0007.zip', 'ab.zip'],
    ['../../etc/passwd.zip', null],
    ['C:\\Windows\\a.zip', null],
    ['a/b.zip', null],
    ['.zip', null],
    ['..zip', null],
    ['sem-extensao', null],
    ['a.', null],
    ['a.ções', null],
    ['a.extensaolonga1', null],
    [`${'a'.repeat(117)}.zip`, null],
  ])('%j becomes %j', (typed, kept) => {
    expect(cleanFileName(typed)).toBe(kept);
  });

  test('never leads out of a folder nor hides its end', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 130 }), (typed) => {
        const name = cleanFileName(`${typed}.zip`);
        if (name === null) return;
        expect(name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        expect(name.startsWith('.')).toBe(false);
        expect(name).toMatch(/\.[A-Za-z0-9]{1,10}$/);
        expect(cleanFileName(name)).toBe(name);
      }),
      { numRuns: 300 },
    );
  });
});
