import { findBrowser } from './browser.ts';

export default async function announceBrowser(): Promise<void> {
  const { sentence } = await findBrowser();
  console.log(sentence);
}
