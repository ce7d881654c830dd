import type { HookDisabledMail } from '#src/domain/mail/content.ts';
import { greetingFor, letter, oneLine, type Shopfront, type Words } from '../mail-parts.ts';

export function hookDisabledWords(mail: HookDisabledMail, { storeName }: Shopfront): Words {
  const name = oneLine(mail.description);
  const subject = `O webhook ${name} foi desligado`;
  const next =
    'Veja as entregas, conserte o endereço e ative o webhook de novo. O que aconteceu enquanto ele estava desligado está em Eventos.';
  return letter({
    subject,
    preview: next,
    text: [
      `${greetingFor(mail.to.name)} A loja não conseguiu entregar nada em ${name} por 3 dias, ou o endereço respondeu que não existe mais. Ela parou de tentar.`,
      next,
    ],
    blocks: [{ part: 'button', label: 'Ver o webhook', url: mail.hooksUrl }],
    footer: `Enviado uma vez a quem administra a ${storeName}, porque um webhook se desligou.`,
  });
}
