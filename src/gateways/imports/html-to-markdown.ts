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
  try {
    return service.turndown(html).trim();
  } catch (error) {
    // Thousands of elements inside of each other are deeper than the stack.
    if (error instanceof RangeError) return html.replace(/<[^<>]*>/g, '').trim();
    throw error;
  }
}
