import { findBrowser } from './browser.ts';

/** Playwright's global set-up: says once which browser the tests walk with. */
export default async function announceBrowser(): Promise<void> {
  const { sentence } = await findBrowser();
  console.log(sentence);
}
