import type { ReminderMail } from '#src/domain/mail/content.ts';
import { type Block, oneLine, type Shopfront, type Words } from '../mail-parts.ts';

/** The owner's words, and below them what the buyer needs to pay. */
export function reminderWords(mail: ReminderMail, { storeName }: Shopfront): Words {
  const product = oneLine(mail.productName);
  const subject = oneLine(mail.subject);
  const paragraphs = mail.body.split(/\n\s*\n/).map((text): Block => ({ part: 'paragraph', text: text.trim() }));
  return {
    subject,
    preview: oneLine(mail.body).slice(0, 120),
    title: subject,
    blocks: [...paragraphs, ...actionOf(mail), { part: 'facts', facts: factsOf(mail, product) }],
    notes: [
      {
        sentence: 'Você recebe este lembrete porque um pedido seu ficou sem pagamento.',
        label: 'Não quero lembretes.',
        url: mail.unsubscribeUrl,
      },
    ],
    footer: `Enviado por ${storeName}. Se você já pagou ou desistiu, não precisa fazer nada.`,
  };
}

function actionOf({ pixCopyPaste, url }: ReminderMail): Block[] {
  if (pixCopyPaste === null) return [{ part: 'button', label: 'Gerar novo Pix', url }];
  return [
    { part: 'code', label: 'Código Pix', code: pixCopyPaste },
    { part: 'button', label: 'Ver o meu Pix', url },
  ];
}

function factsOf({ amount, couponCode, untilLong }: ReminderMail, product: string) {
  return [
    { name: 'Produto', value: product },
    { name: 'Valor', value: `${amount} no Pix` },
    ...(couponCode === null ? [] : [{ name: 'Cupom', value: couponCode }]),
    { name: 'Vale até', value: `${untilLong}, horário de São Paulo` },
  ];
}
