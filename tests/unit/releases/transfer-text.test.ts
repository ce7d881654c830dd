import { expect, test } from 'vitest';
import { versionOfName, withdrawalEffect } from '#src/islands/admin/releases/release-text.ts';
import { measureSpeed, percentOf, progressText } from '#src/islands/admin/releases/transfers/transfer-text.ts';
import type { Release } from '#src/wire/releases/releases.ts';

const MB = 1024 ** 2;

test('the progress tells what was sent, what is left, and how fast', () => {
  const sending = { sentBytes: 132 * MB, totalBytes: 480 * MB, bytesPerSecond: 2.9 * MB };
  expect(progressText(sending)).toBe('132 de 480 MB · faltam 2 min · 2,9 MB/s');
  expect(progressText({ ...sending, bytesPerSecond: 348 * MB })).toContain('falta menos de 1 min');
  expect(progressText({ ...sending, bytesPerSecond: 0.05 * MB })).toContain('falta 1 h 56 min');
  expect(progressText({ ...sending, bytesPerSecond: null })).toBe('132 de 480 MB');
  expect(percentOf(sending)).toBe(27);
});

test('the speed is that of the last seconds', () => {
  const speedOf = measureSpeed();
  expect(speedOf(0, 0)).toBeNull();
  expect(speedOf(4 * MB, 2_000)).toBe(2 * MB);
  expect(speedOf(4 * MB, 12_000)).toBeNull();
});

test.each([
  ['GradeCinema-2.1.0-win.zip', '2.1.0'],
  ['curva 3.0.2.1.dmg', '3.0.2.1'],
  ['Looks-extras.zip', null],
])('the name %s tells the version %s', (fileName, version) => {
  expect(versionOfName(fileName)).toBe(version);
});

test('a withdrawal says what buyers see afterwards', () => {
  const release = (version: string, changes: Partial<Release> = {}): Release => ({
    ...{ id: version, version, channel: 'stable', state: 'published', isCritical: false, notes: '', files: [] },
    ...{ createdAt: '', publishedAt: '', withdrawnAt: null, withdrawnReason: null, audience: 0, announcement: null },
    ...{ noticeEndsAt: null, missing: [], addable: [] },
    ...changes,
  });
  const [newest, older] = [release('2.1.0'), release('2.0.3')];
  expect(withdrawalEffect(newest, [newest, older], true)).toBe('Quem comprou volta a ver a 2.0.3.');
  expect(withdrawalEffect(older, [newest, older], true)).toBe('Quem comprou continua vendo a 2.1.0.');
  expect(withdrawalEffect(newest, [newest], true)).toContain('volta a receber o arquivo do link de download');
  expect(withdrawalEffect(newest, [newest], false)).toContain('fica sem arquivo');
  expect(withdrawalEffect(release('3.0-beta', { channel: 'beta' }), [newest], true)).toContain('beta');
});
