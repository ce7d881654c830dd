import TurndownService from 'turndown';

/** Keeps what a product's page shows: text, headings, lists and links. */
export function htmlToMarkdown(html: string): string {
  const service = new TurndownService({ headingStyle: 'atx', bulletListMarker: '-', codeBlockStyle: 'fenced' });
  service.remove([
    'script',
    'style',
    'iframe',
    'noscript',
    'form',
    'button',
    'object',
    'embed',
    'img',
    'video',
    'audio',
  ]);
  return service.turndown(html).trim();
}
