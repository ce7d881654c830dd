import type { RenewalNoticeMail } from '#src/domain/mail/content.ts';
import { monthsText, renewalLabel } from '#src/wire/purchases/renewals.ts';
import { greetingFor, letter, oneLine, type Shopfront, type Words } from '../mail-parts.ts';

export function renewalWords(mail: RenewalNoticeMail, { storeName }: Shopfront): Words {
  const product = oneLine(mail.productName);
  return letter({
    subject: `As atualizações de ${product} vão até ${mail.until}`,
    preview: 'O que você já tem continua seu, com ou sem renovação.',
    title: `Atualizações até ${mail.until}`,
    text: [
      `${greetingFor(mail.to.name)} As versões novas de ${product} chegam a você até ${mail.until}. Para receber as que saírem depois, são mais ${monthsText(mail.months)} por ${mail.amount}, contados a partir desse dia. A chave é a mesma, e não há nada a instalar.`,
      'Sem renovar, o plugin e as versões que você já tem continuam valendo.',
    ],
    blocks: [{ part: 'button', label: renewalLabel(mail), url: mail.renewalUrl }],
    notes: {
      sentence: 'Este aviso vem uma vez só.',
      label: 'Não quero avisos sobre atualizações.',
      url: mail.unsubscribeUrl,
    },
    footer: `Enviado por ${storeName} a quem comprou ${product}.`,
  });
}
