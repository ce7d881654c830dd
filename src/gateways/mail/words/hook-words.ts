import type { HookDisabledMail } from '#src/domain/mail/content.ts';
import { greetingFor, oneLine, type Shopfront, type Words } from '../mail-parts.ts';

export function hookDisabledWords(mail: HookDisabledMail, { storeName }: Shopfront): Words {
  const name = oneLine(mail.description);
  const subject = `O webhook ${name} foi desligado`;
  const next =
    'Veja as entregas, conserte o endereço e ative o webhook de novo. O que aconteceu enquanto ele estava desligado está em Eventos.';
  return {
    subject,
    preview: next,
    title: subject,
    blocks: [
      {
        part: 'paragraph',
        text: `${greetingFor(mail.to.name)} A loja não conseguiu entregar nada em ${name} por 3 dias, ou o endereço respondeu que não existe mais. Ela parou de tentar.`,
      },
      { part: 'paragraph', text: next },
      { part: 'button', label: 'Ver o webhook', url: mail.hooksUrl },
    ],
    notes: [],
    footer: `Enviado uma vez a quem administra a ${storeName}, porque um webhook se desligou.`,
  };
}
