import { expect, test } from 'vitest';
import { byFit, platformOfName, systemOf } from '#src/wire/platforms.ts';

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
