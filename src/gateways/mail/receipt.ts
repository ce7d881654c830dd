import { render } from 'react-email';
import type { Receipt } from '#src/domain/shop.ts';
import { ReceiptMail } from './receipt-mail.ts';
import { type ReceiptText, receiptText, type Shopfront } from './receipt-text.ts';

export type WrittenMail = { subject: string; html: string; text: string };

export async function writeReceiptMail(receipt: Receipt, shopfront: Shopfront): Promise<WrittenMail> {
  const words = receiptText(receipt, shopfront);
  const html = await render(ReceiptMail({ words, storeName: shopfront.storeName }));
  return { subject: words.subject, html, text: plainText(words, shopfront.storeName) };
}

function plainText(words: ReceiptText, storeName: string): string {
  const { greeting, opening, key, download, facts, steps, purchase, help, withdrawal, seller, footer } = words;
  const paragraphs = [
    words.title,
    `${greeting} ${opening}`,
    key && `Sua chave:\n${key}`,
    `${download.label}:\n${download.url}`,
    facts.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    ['O que fazer agora', ...steps.map((step, index) => `${index + 1}. ${step}`)].join('\n'),
    `${purchase.label}:\n${purchase.url}`,
    `${help.question} ${help.label}:\n${help.url}`,
    `${withdrawal.sentence} ${withdrawal.label}:\n${withdrawal.url}`,
    ['--', storeName, seller, footer].filter((line) => line !== null).join('\n'),
  ];
  return `${paragraphs.filter((paragraph) => paragraph !== null).join('\n\n')}\n`;
}
