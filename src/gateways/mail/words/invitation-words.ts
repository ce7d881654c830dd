import type { InvitationMail } from '#src/domain/mail/content.ts';
import { letter, type Shopfront, type Words } from '../mail-parts.ts';

export const INVITATION_WORDS = { invitation: invitationWords };

function invitationWords({ inviter, role, expiresAt, url }: InvitationMail, { storeName }: Shopfront): Words {
  const who = inviter ?? `Quem administra a ${storeName}`;
  return letter({
    subject: `Convite para a equipe da ${storeName}`,
    preview: `Vale até ${expiresAt}.`,
    title: `Você foi convidado para a equipe da ${storeName}`,
    text: [
      `${who} convidou este endereço para trabalhar no painel da loja como ${role.name}: ${lowerFirst(role.text)}`,
      `Crie o seu acesso pelo botão. Ele funciona uma vez, até ${expiresAt}.`,
    ],
    blocks: [{ part: 'button', label: 'Entrar na equipe', url }],
    footer: 'Não esperava este convite? Ignore este e-mail: sem ele nada é criado.',
  });
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
