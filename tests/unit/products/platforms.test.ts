import { expect, test } from 'vitest';
import { listAddable, listMissing } from '#src/domain/products/platforms.ts';
import { platformOfMachine } from '#src/wire/licenses/machine-platforms.ts';
import { byFit, type Platform, platformOfName, systemOf } from '#src/wire/products/platforms.ts';

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0', 'windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15', 'macos'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'linux'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Mobile', null],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15', null],
  ['', null],
])('%s is of %s', (userAgent, system) => {
  expect(systemOf(userAgent)).toBe(system);
});

test('the files of the system come first, then those for every system', () => {
  const files = (['windows', 'any', 'macos-intel', 'macos-arm'] as const).map((platform) => ({ platform }));
  expect(byFit(files, 'macos').map(({ platform }) => platform)).toEqual(['macos-intel', 'macos-arm', 'any', 'windows']);
  expect(byFit(files, null).map(({ platform }) => platform)).toEqual(['any', 'windows', 'macos-intel', 'macos-arm']);
});

test.each([
  ['GradeCinema-2.1.0-win.zip', 'windows'],
  ['GradeCinema-2.1.0-mac.dmg', 'macos'],
  ['Setup.exe', 'windows'],
  ['grade-macos-arm64.pkg', 'macos-arm'],
  ['grade_macos_x64.pkg', 'macos-intel'],
  ['grade-darwin-universal.zip', 'macos'],
  ['grade.AppImage', 'linux'],
  ['Looks-extras.zip', 'any'],
  ['Rewind.zip', 'any'],
  ['Smackdown.zip', 'any'],
])('the name %s tells %s', (fileName, platform) => {
  expect(platformOfName(fileName)).toBe(platform);
});

test.each([
  ['macOS 26.1', 'macos'],
  ['Macintosh OS 10.15.7/64', 'macos'],
  ['MacIntel', 'macos'],
  ['macos-arm', 'macos-arm'],
  ['Darwin 25.1 arm64', 'macos-arm'],
  ['macos-intel', 'macos-intel'],
  ['Windows 11 (ARM64)', 'windows'],
  ['Win32', 'windows'],
  ['Linux 6.12', 'linux'],
  ['BeOS', null],
  [null, null],
])('a machine that says %s is of %s', (said, platform) => {
  expect(platformOfMachine(said)).toBe(platform);
});

const files = (...platforms: Platform[]) => platforms.map((platform) => ({ platform }));

test('a file can be added for a system that has none', () => {
  expect(listAddable(files('macos'))).toEqual(['windows', 'linux']);
  expect(listAddable(files('windows', 'macos-intel'))).toEqual(['macos-arm', 'linux']);
  expect(listAddable(files('any'))).toEqual([]);
});

test('a system is missing where the product has it and these files do not run on it', () => {
  expect(listMissing(['windows', 'macos'], files('macos'))).toEqual(['windows']);
  expect(listMissing(['windows', 'macos-intel', 'macos-arm'], files('windows'))).toEqual(['macos']);
  expect(listMissing(['macos-intel', 'macos-arm'], files('macos-arm'))).toEqual(['macos-intel']);
  expect(listMissing(['macos-arm', 'linux'], files('any'))).toEqual([]);
});
