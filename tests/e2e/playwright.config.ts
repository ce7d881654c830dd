import { defineConfig } from '@playwright/test';
import { findBrowser } from '../support/browser.ts';

const { executablePath, args } = await findBrowser();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: '../support/announce-browser.ts',
  forbidOnly: Boolean(process.env['CI']),
  // A test that passes at the second try has found a fault: there is no second try.
  retries: 0,
  // Tests of one file share a store; those of different files wait for nobody.
  fullyParallel: false,
  workers: 2,
  // Nobody waits longer for what is there: these are for a machine that is busy with something else.
  timeout: 150_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    colorScheme: 'light',
    launchOptions: { ...(executablePath && { executablePath }), args },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  // What a screen's size does not change is shown on one of them: `@desktop`, `@phone`.
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    },
  ],
});
