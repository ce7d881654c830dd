import type { ConfirmEmailMail, EmailChangedMail, SignInMail } from '#src/domain/mail/content.ts';
import { SIGN_IN_MINUTES } from '#src/wire/buyers/buyer.ts';
import { greetingFor, letter, type Shopfront, type Words } from '../mail-parts.ts';

export const BUYER_WORDS = { sign_in: signInWords, new_email: newEmailWords, email_news: emailNewsWords };

function signInWords({ to, url, code }: SignInMail, { storeName, communityUrl }: Shopfront): Words {
  return letter({
    subject: `Seu link para entrar na ${storeName}`,
    preview: `O link e o código valem por ${SIGN_IN_MINUTES} minutos.`,
    title: 'Entre em Minhas compras',
    text: `${greetingFor(to.name)} Use o botão ou digite o código na página em que você pediu. Valem por ${SIGN_IN_MINUTES} minutos e uma vez só.`,
    blocks: [
      { part: 'button', label: 'Entrar', url },
      { part: 'code', label: 'Código', code },
    ],
    notes: [helpOf(communityUrl)],
    footer: 'Não foi você que pediu? Ignore este e-mail: sem ele ninguém entra.',
  });
}

function newEmailWords({ url, isCustomer }: ConfirmEmailMail, { storeName, communityUrl }: Shopfront): Words {
  return letter({
    subject: `Confirme este e-mail na ${storeName}`,
    preview: 'O link vale por 24 horas.',
    title: isCustomer ? 'Juntar outras compras às suas?' : 'Confirme o seu novo e-mail',
    text: isCustomer
      ? joinText(storeName)
      : `Alguém que comprou na ${storeName} pediu para usar este endereço nas suas compras. Se foi você, use o botão. O link vale por 24 horas.`,
    blocks: [{ part: 'button', label: isCustomer ? 'Juntar as compras' : 'Usar este e-mail', url }],
    notes: [helpOf(communityUrl)],
    footer: 'Não foi você que pediu? Ignore este e-mail: sem ele nada muda.',
  });
}

function emailNewsWords({ url }: EmailChangedMail, { storeName, communityUrl }: Shopfront): Words {
  return letter({
    subject: `Troca de e-mail pedida na ${storeName}`,
    preview: 'Se não foi você, pare a troca.',
    title: 'Pediram para trocar o seu e-mail',
    text: `Alguém que entrou em Minhas compras com este endereço pediu para usar outro. Se foi você, não precisa fazer nada aqui.`,
    blocks: [{ part: 'button', label: 'Se não foi você, clique aqui', url }],
    notes: [helpOf(communityUrl)],
    footer: `Você recebeu este e-mail porque há compras na ${storeName} com este endereço.`,
  });
}

/** Whoever presses the button without reading gains somebody's purchases, and gives none away. */
function joinText(storeName: string): string {
  return `Você já compra na ${storeName} com este endereço, e alguém que compra com outro pediu para usar o seu. Com o botão, as compras dessa pessoa passam para você e ela deixa de vê-las; as suas continuam só suas. O link vale por 24 horas.`;
}

function helpOf(url: string) {
  return { sentence: 'Ficou com alguma dúvida?', label: 'Fale com a gente na comunidade', url };
}
