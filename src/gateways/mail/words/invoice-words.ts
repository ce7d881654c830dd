import type { InvoiceMail } from '#src/domain/mail/content.ts';
import { greetingFor, letter, oneLine, type Shopfront, type Words } from '../mail-parts.ts';

export function invoiceWords(mail: InvoiceMail, { storeName, communityUrl }: Shopfront): Words {
  const product = oneLine(mail.productName);
  const number = oneLine(mail.number);
  return letter({
    subject: `Nota fiscal ${number}: pedido #${mail.purchaseNumber}`,
    preview: `A nota fiscal de ${product} foi emitida.`,
    title: 'Sua nota fiscal',
    text: `${greetingFor(mail.to.name)} A nota fiscal ${number}, da compra de ${product}, foi emitida.`,
    blocks: [
      { part: 'button', label: 'Abrir a nota fiscal', url: mail.invoiceUrl },
      { part: 'link', label: 'Ver a página da compra', url: mail.purchaseUrl },
    ],
    notes: [{ sentence: 'Algo está errado na nota?', label: 'Fale com a gente', url: communityUrl }],
    footer: `Você recebeu este e-mail porque uma compra na ${storeName} foi feita com este endereço.`,
  });
}
