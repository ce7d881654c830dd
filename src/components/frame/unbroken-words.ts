/** Lines of a page do not end within the word. */
export function keepWordsWhole(html: string): string {
  return html.replaceAll(/(?<=>[^<]*)e-mails?\b/gi, '<span class="whitespace-nowrap">$&</span>');
}
