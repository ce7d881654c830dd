import type { ReleaseMail } from '#src/domain/mail/content.ts';
import { PLATFORMS } from '#src/wire/products/platforms.ts';
import { greetingFor, letter, oneLine, type Shopfront, type Words } from '../mail-parts.ts';

export function releaseWords(mail: ReleaseMail, { storeName }: Shopfront): Words {
  const product = oneLine(mail.productName);
  const name = `${product} ${mail.version}`;
  const system = mail.platform && PLATFORMS[mail.platform];
  const news = system ? `${name} agora tem instalador para ${system}` : mail.isCritical ? name : `${name} chegou`;
  const subject = mail.isCritical ? `Atualização importante: ${news}` : news;
  const sentence = system
    ? `A versão ${mail.version} agora tem instalador para ${system}.`
    : 'Há uma versão nova do que você comprou.';
  const hasNotes = mail.notes.trim() !== '';
  const { unsubscribeUrl } = mail;
  return letter({
    subject,
    preview: oneLine(hasNotes ? mail.notes : sentence).slice(0, 120),
    text: `${greetingFor(mail.to.name)} ${sentence}${hasNotes ? ' O que mudou:' : ''}`,
    blocks: [
      ...(hasNotes ? ([{ part: 'notes', text: mail.notes, html: mail.notesHtml }] as const) : []),
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
  });
}
