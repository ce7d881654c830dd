import type { ReminderLetter } from '#src/domain/shop.ts';
import { type Block, oneLine, type Shopfront, type Words } from './letter-parts.ts';

/** The owner's words, and below them what the buyer needs to pay. */
export function reminderText(letter: ReminderLetter, { storeName }: Shopfront): Words {
  const product = oneLine(letter.productName);
  const subject = oneLine(letter.subject);
  const paragraphs = letter.body.split(/\n\s*\n/).map((text): Block => ({ part: 'paragraph', text: text.trim() }));
  return {
    subject,
    preview: oneLine(letter.body).slice(0, 120),
    title: subject,
    blocks: [...paragraphs, ...actionOf(letter), { part: 'facts', facts: factsOf(letter, product) }],
    notes: [
      {
        sentence: 'Você recebe este lembrete porque um pedido seu ficou sem pagamento.',
        label: 'Não quero lembretes.',
        url: letter.unsubscribeUrl,
      },
    ],
    footer: `Enviado por ${storeName}. Se você já pagou ou desistiu, não precisa fazer nada.`,
  };
}

function actionOf({ pixCopyPaste, url }: ReminderLetter): Block[] {
  if (pixCopyPaste === null) return [{ part: 'button', label: 'Gerar novo Pix', url }];
  return [
    { part: 'code', label: 'Código Pix', code: pixCopyPaste },
    { part: 'button', label: 'Ver o meu Pix', url },
  ];
}

function factsOf({ amount, couponCode, untilLong }: ReminderLetter, product: string) {
  return [
    { name: 'Produto', value: product },
    { name: 'Valor', value: `${amount} no Pix` },
    ...(couponCode === null ? [] : [{ name: 'Cupom', value: couponCode }]),
    { name: 'Vale até', value: `${untilLong}, horário de São Paulo` },
  ];
}
