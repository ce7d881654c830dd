import type { ImportNoticeMail } from '#src/domain/mail/content.ts';
import { greetingFor, letter, type Shopfront, type Words } from '../mail-parts.ts';

export function importWords(mail: ImportNoticeMail, { storeName }: Shopfront): Words {
  return letter({
    subject: 'Sua licença agora mora aqui',
    preview: 'Nada muda no plugin.',
    text: [
      `${greetingFor(mail.to.name)} O que você comprou pelo ${mail.from} agora fica em Minhas compras, na ${storeName}. Nada muda no plugin: a chave é a mesma, e você não precisa instalar nem pagar de novo.`,
      'Entre com este endereço de e-mail, sem senha. Lá ficam a sua chave, os seus computadores e as próximas versões.',
    ],
    blocks: [{ part: 'button', label: 'Abrir Minhas compras', url: mail.purchasesUrl }],
    notes: {
      sentence: `Você recebe este aviso, uma vez só, porque comprou de nós pelo ${mail.from}.`,
      label: 'Não quero avisos de versões.',
      url: mail.unsubscribeUrl,
    },
    footer: `Enviado por ${storeName} a quem comprou pelo ${mail.from}.`,
  });
}
