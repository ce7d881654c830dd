/** Lines of a page do not end within the word. */
export function keepWordsWhole(html: string): string {
  return html.replaceAll(/>[^<]+/g, (text) => text.replaceAll(/e-mails?\b/gi, UNBROKEN));
}

const UNBROKEN = '<span class="whitespace-nowrap">$&</span>';
