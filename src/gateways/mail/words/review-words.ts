import type { ReviewNoticeMail } from '#src/domain/mail/content.ts';
import { greetingFor, letter, oneLine, type Shopfront, type Words } from '../mail-parts.ts';

export function reviewWords(mail: ReviewNoticeMail, { storeName }: Shopfront): Words {
  const product = oneLine(mail.productName);
  return letter({
    subject: `Como está ${product}?`,
    preview: 'Duas frases ajudam quem ainda está escolhendo.',
    text: `${greetingFor(mail.to.name)} Faz duas semanas que você baixou ${product}. Conte como foi: vale elogio, vale crítica, e o nome só aparece se você quiser.`,
    blocks: [{ part: 'button', label: `Avaliar ${product}`, url: mail.reviewUrl }],
    notes: {
      sentence: `Este pedido vem uma vez só para ${product}.`,
      label: 'Não quero pedidos de avaliação.',
      url: mail.unsubscribeUrl,
    },
    footer: `Enviado por ${storeName} a quem comprou ${product}.`,
  });
}
