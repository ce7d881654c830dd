import type { ReleaseLetter } from '#src/domain/shop.ts';
import { greetingFor, oneLine, type Shopfront, type Words } from './letter-parts.ts';

export function releaseText(letter: ReleaseLetter, { storeName }: Shopfront): Words {
  const product = oneLine(letter.productName);
  const name = `${product} ${letter.version}`;
  const subject = letter.isCritical ? `Atualização importante: ${name}` : `${name} chegou`;
  const { unsubscribeUrl } = letter;
  return {
    subject,
    preview: oneLine(letter.notes).slice(0, 120),
    title: subject,
    blocks: [
      {
        part: 'paragraph',
        text: `${greetingFor(letter.to.name)} Há uma versão nova do que você comprou. O que mudou:`,
      },
      { part: 'notes', text: letter.notes, html: letter.notesHtml },
      { part: 'button', label: `Baixar a versão ${letter.version}`, url: letter.downloadUrl },
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
