import type { ReleaseMail } from '#src/domain/shop.ts';
import { greetingFor, oneLine, type Shopfront, type Words } from './mail-parts.ts';

export function releaseText(mail: ReleaseMail, { storeName }: Shopfront): Words {
  const product = oneLine(mail.productName);
  const name = `${product} ${mail.version}`;
  const subject = mail.isCritical ? `Atualização importante: ${name}` : `${name} chegou`;
  const { unsubscribeUrl } = mail;
  return {
    subject,
    preview: oneLine(mail.notes).slice(0, 120),
    title: subject,
    blocks: [
      {
        part: 'paragraph',
        text: `${greetingFor(mail.to.name)} Há uma versão nova do que você comprou. O que mudou:`,
      },
      { part: 'notes', text: mail.notes, html: mail.notesHtml },
      { part: 'button', label: `Baixar a versão ${mail.version}`, url: mail.downloadUrl },
    ],
    notes:
      unsubscribeUrl === null
        ? []
        : [
            {
              sentence: `Você recebe este aviso porque comprou ${product}.`,
              label: 'Não quero avisos de versões.',
              url: unsubscribeUrl,
            },
          ],
    footer:
      unsubscribeUrl === null
        ? `Este é um teste, enviado só para você por ${storeName}.`
        : `Enviado por ${storeName} a quem comprou ${product}.`,
  };
}
