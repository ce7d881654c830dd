import { defineConfig } from '@playwright/test';
import { findBrowser } from '../support/browser/browser.ts';

const { executablePath, args } = await findBrowser();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: '../support/browser/announce-browser.ts',
  globalTeardown: '../support/browser/judge-texts.ts',
  forbidOnly: Boolean(process.env['CI']),
  // A test that passes at its second try is a fault to mend: CI names it as flaky, and loses no change by it.
  retries: process.env['CI'] ? 1 : 0,
  // Tests of one file share a store; those of different files wait for nobody.
  fullyParallel: false,
  // A walk waits for two thirds of its time: three use what two cores have left beside the other tests.
  workers: 3,
  // Nobody waits longer for what is there: these are for a machine that is busy with something else.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: 'list',
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    colorScheme: 'light',
    // Nothing glides, except in the files that say so: what is seen is where it stays, and no frames are drawn for nobody.
    contextOptions: { reducedMotion: 'reduce' },
    // No page of a walk lives long enough to earn back what optimizing its functions costs: a twentieth of a run.
    launchOptions: { ...(executablePath && { executablePath }), args: [...args, '--js-flags=--no-opt,--no-maglev'] },
    screenshot: 'only-on-failure',
    // A trace of each test until it has passed takes a third of the run: `--trace=on` with the name of a test shows it.
    trace: 'off',
  },
  // A desktop shows once what a screen's size does not change. `@phone` runs only there, `@every-size` on both.
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grep: /@phone|@every-size/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
});
