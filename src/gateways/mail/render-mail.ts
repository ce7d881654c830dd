import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { MailContent } from '#src/domain/mail/content.ts';
import type { WrittenMail } from '#src/domain/mail/mailer.ts';
import type { Block, MailText, Shopfront } from './mail-parts.ts';
import { MailTemplate } from './mail-template.ts';
import { mailWords } from './words/mail-words.ts';

export async function renderMail(mail: MailContent, shopfront: Shopfront): Promise<WrittenMail> {
  const words = mailWords(mail, shopfront);
  return {
    subject: words.subject,
    html: htmlOf(MailTemplate({ words, shopfront })),
    text: plainText(words, shopfront.storeName),
  };
}

/** Does what `render` of react-email does, whose streams take several times as long; nothing in a mail is waited for. */
function htmlOf(mail: ReactElement): string {
  return `${DOCTYPE}${renderToStaticMarkup(mail).replaceAll(PRELOADED_IMAGE, '')}`;
}

/** React adds them for browsers. */
const PRELOADED_IMAGE = /<link rel="preload" as="image"[^>]*>/g;

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

function plainText({ title, blocks, notes, seller, footer }: MailText, storeName: string): string {
  const paragraphs = [
    title,
    ...blocks.map(plainBlock),
    ...notes.map(({ sentence, label, url }) => `${sentence} ${label.replace(/\.$/, '')}:\n${url}`),
    ['--', storeName, seller, footer].filter((line) => line !== null).join('\n'),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

function plainBlock(block: Block): string {
  switch (block.part) {
    case 'paragraph':
    case 'notes':
      return block.text;
    case 'product':
      return `${block.name}\n${block.detail}`;
    case 'code':
      return `${block.label}:\n${block.code}`;
    case 'facts':
      return block.facts.map(({ name, value }) => `${name}: ${value}`).join('\n');
    case 'bars':
      return [block.title, ...block.bars.map(({ name, value }) => `${name}: ${value}`)].join('\n');
    case 'steps':
      return [block.title, ...block.steps.map((step, index) => `${index + 1}. ${step}`)].join('\n');
    case 'button':
    case 'link':
      return `${block.label}:\n${block.url}`;
  }
}
