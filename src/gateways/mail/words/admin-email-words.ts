import type { AdminEmailMail } from '#src/domain/mail/content.ts';
import { letter, type Shopfront, type Words } from '../mail-parts.ts';

export const ADMIN_EMAIL_WORDS = { admin_email: adminEmailWords, admin_email_news: adminEmailWords };

function adminEmailWords({ kind, url }: AdminEmailMail, { storeName }: Shopfront): Words {
  return kind === 'admin_email' ? confirmWords(url, storeName) : newsWords(url, storeName);
}

function confirmWords(url: string, storeName: string): Words {
  return letter({
    subject: `Confirme este e-mail no painel da ${storeName}`,
    preview: 'O link vale por 24 horas.',
    title: 'Confirme o seu novo e-mail de entrada',
    text: `Quem administra a ${storeName} pediu para entrar no painel com este endereço. Se foi você, use o botão. O link vale por 24 horas.`,
    blocks: [{ part: 'button', label: 'Usar este e-mail', url }],
    footer: 'Não foi você que pediu? Ignore este e-mail: sem ele nada muda.',
  });
}

function newsWords(url: string, storeName: string): Words {
  return letter({
    subject: `Troca do e-mail de entrada no painel da ${storeName}`,
    preview: 'Se não foi você, pare a troca.',
    title: 'Pediram para trocar o seu e-mail de entrada',
    text: `Alguém que estava no painel da ${storeName} com este endereço, e que sabia a senha, pediu para usar outro. Se foi você, não precisa fazer nada aqui. O botão para a troca por 7 dias, mesmo depois de confirmada.`,
    blocks: [{ part: 'button', label: 'Não fui eu, parar a troca', url }],
    footer: `Você recebeu este e-mail porque administra a ${storeName} com este endereço.`,
  });
}
