import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { htmlPart } from '#src/gateways/mail/encode-message.ts';
import { renderMail } from '#src/gateways/mail/render-mail.ts';
import { withMails } from '../../support/calls/mailbox.ts';
import { receiptFor } from '../../support/purchases/receipt.ts';

const shopfront = {
  storeName: 'Ação',
  siteUrl: 'https://loja.test',
  communityUrl: 'https://comunidade.test',
  logo: '',
  accent: 'orange',
} as const;

async function read(html: string) {
  const raw = htmlPart(html);
  return { raw, shown: (await PostalMime.parse(raw)).html ?? '' };
}

/** A browser reads it so: entities are letters, and any white space is one space. */
const seen = (html: string) => withMails(html).replace(/\s+/g, ' ').trim();

describe('the HTML of a message', () => {
  it('is plain ASCII in short lines, and says the same', async () => {
    const { html } = await renderMail(receiptFor({ activationKey: 'GRADE-7F3K-99XQ' }), shopfront);
    const { raw, shown } = await read(html);
    expect(raw).toMatch(/^[\t\r\n\x20-\x7e]*$/);
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...raw.split('\r\n').map(({ length }) => length))).toBeLessThan(999);
    expect(seen(shown)).toBe(seen(html));
  });

  it('keeps letters beyond the first plane, and quotes in a text', async () => {
    const { shown } = await read('<p class="a" title="ok">🎬 &quot;diz&quot; ela</p>');
    expect(seen(shown)).toBe('<p class="a" title="ok">🎬 &quot;diz&quot; ela</p>');
  });

  it('is quoted-printable where a line is too long', async () => {
    const long = `<p>${'ação '.repeat(300)}</p>\n<p>fim</p>`;
    const { raw, shown } = await read(long);
    expect(raw).toMatch(/^[\t\r\n\x20-\x7e]*$/);
    expect(Math.max(...raw.split('\r\n').map(({ length }) => length))).toBeLessThan(77);
    expect(shown.trim()).toBe(long);
  });
});
