import type { AccountAlertMail, NewPasswordMail } from '#src/domain/mail/content.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { greetingFor, letter, type Shopfront, type Words } from '../mail-parts.ts';

export const ACCOUNT_ALERT_WORDS = { account_alert: alertWords, new_password: newPasswordWords };

type Said = { subject: string; title: string; text: (detail: string, at: string) => string };

const SAID: Record<AccountAlertMail['about'], Said> = {
  new_device: {
    subject: 'Entrada nova no painel',
    title: 'Sua conta foi aberta em um navegador novo',
    text: (device, at) => `${device}, em ${at}. Se foi você, não precisa fazer nada.`,
  },
  wrong_codes: {
    subject: 'Cinco códigos errados no painel',
    title: 'Alguém errou cinco códigos da sua conta',
    text: (_detail, at) =>
      `Foi em ${at}, e quem tentou sabia a sua senha. Nenhum código é aceito por 15 minutos; passkeys continuam abrindo.`,
  },
  cloned_passkey: {
    subject: 'Uma passkey deixou de valer no painel',
    title: 'Uma passkey sua parece ter sido copiada',
    text: (name, at) =>
      `A passkey ${name} foi usada em ${at} contando para trás, como uma cópia faz. A entrada foi recusada e ela não abre mais a conta. Entre de outro jeito, tire-a em Minha conta e crie outra.`,
  },
  factor_added: {
    subject: 'Segundo fator novo no painel',
    title: 'Sua conta ganhou um segundo fator',
    text: (factor, at) => `Em ${at}: ${factor}. Se foi você, não precisa fazer nada.`,
  },
  factor_removed: {
    subject: 'Segundo fator tirado no painel',
    title: 'Um segundo fator saiu da sua conta',
    text: (factor, at) => `Em ${at}: ${factor}. Se foi você, não precisa fazer nada.`,
  },
};

function alertWords({ about, to, detail, at, url }: AccountAlertMail, { storeName }: Shopfront): Words {
  const { subject, title, text } = SAID[about];
  return letter({
    subject: `${subject} da ${storeName}`,
    preview: 'Se não foi você, encerre todas as sessões.',
    title,
    text: [
      greetingFor(to.name),
      text(detail, formatDayTime(at)),
      'Não foi você? O botão encerra todas as suas sessões, anula a senha, tira o que foi ligado desde então e manda um link para uma senha nova. Ele vale por 7 dias, uma vez.',
    ],
    blocks: [{ part: 'button', label: 'Não fui eu', url }],
    footer: footerOf(storeName),
  });
}

function newPasswordWords({ to, url }: NewPasswordMail, { storeName }: Shopfront): Words {
  return letter({
    subject: `Escolha uma senha nova para o painel da ${storeName}`,
    preview: 'O link vale por uma hora.',
    title: 'Escolha uma senha nova',
    text: [
      greetingFor(to.name),
      'Suas sessões foram encerradas e a senha de antes não vale mais. Escolha outra pelo botão. O link vale por uma hora, uma vez.',
    ],
    blocks: [{ part: 'button', label: 'Escolher a senha', url }],
    footer: footerOf(storeName),
  });
}

function footerOf(storeName: string): string {
  return `Você recebeu este e-mail porque trabalha no painel da ${storeName}.`;
}
