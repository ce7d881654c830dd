import type { TrialKeyMail, TrialLinkMail, TrialNotice } from '#src/domain/mail/content.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { daysText, TRIAL_LINK_HOURS } from '#src/wire/trials/trials.ts';
import { greetingFor, letter, oneLine, type Shopfront, type Words } from '../mail-parts.ts';

export const TRIAL_WORDS = {
  trial_link: linkWords,
  trial_key: keyWords,
  trial_ending: noticeWords,
  trial_ended: noticeWords,
};

function linkWords({ to, url, days, ...mail }: TrialLinkMail, { storeName }: Shopfront): Words {
  const product = oneLine(mail.productName);
  return letter({
    subject: `Comece o teste de ${product}`,
    preview: `O link vale por ${TRIAL_LINK_HOURS} horas.`,
    title: `${product} por ${daysText(days)}`,
    text: `${greetingFor(to.name)} Alguém pediu com este endereço para testar ${product}. Se foi você, use o botão: os dias contam a partir daí. O link vale por ${TRIAL_LINK_HOURS} horas e uma vez só.`,
    blocks: [{ part: 'button', label: 'Começar o teste', url }],
    footer: `Não foi você que pediu à ${storeName}? Ignore este e-mail: sem ele nada começa.`,
  });
}

function keyWords(mail: TrialKeyMail, { storeName }: Shopfront): Words {
  const { to, state, key, endsAt, pageUrl, buyUrl } = mail;
  const product = oneLine(mail.productName);
  const end = formatDayTime(endsAt);
  const footer = `Enviado por ${storeName} porque este endereço pediu o teste de ${product}.`;
  if (state === 'running') {
    return letter({
      subject: `A chave do teste de ${product}`,
      preview: `Vale até ${end}, em um computador.`,
      title: `O teste de ${product} vale até ${end}`,
      text: `${greetingFor(to.name)} Baixe, instale e ative com esta chave, em um computador. Quem compra com este e-mail continua com a mesma chave, sem instalar de novo.`,
      blocks: [
        { part: 'code', label: 'Chave', code: key },
        { part: 'button', label: 'Baixar e ativar', url: pageUrl },
      ],
      footer,
    });
  }
  const isBought = state === 'bought';
  return letter({
    subject: isBought ? `Você já comprou ${product}` : `O seu teste de ${product} já terminou`,
    preview: isBought ? 'A chave está em Minhas compras.' : `Terminou em ${end}.`,
    text: isBought
      ? `${greetingFor(to.name)} A chave do teste é a da sua compra e vale sem prazo.`
      : `${greetingFor(to.name)} Cada pessoa testa uma vez. O teste terminou em ${end}; quem compra com este e-mail continua com a mesma chave, sem instalar de novo.`,
    blocks: [
      isBought
        ? { part: 'button', label: 'Ver a chave', url: pageUrl }
        : { part: 'button', label: `Comprar ${product}`, url: buyUrl },
    ],
    footer,
  });
}

function noticeWords(mail: TrialNotice, { storeName }: Shopfront): Words {
  const { to, kind, endsAt, buyUrl, unsubscribeUrl } = mail;
  const product = oneLine(mail.productName);
  const title =
    kind === 'trial_ending'
      ? `O teste de ${product} termina em ${formatDayTime(endsAt)}`
      : `O teste de ${product} terminou`;
  return letter({
    subject: title,
    preview: 'A mesma chave continua valendo para quem compra.',
    text: `${greetingFor(to.name)} Para continuar, compre com este e-mail: a mesma chave passa a valer sem prazo, sem instalar de novo.`,
    blocks: [{ part: 'button', label: `Comprar ${product}`, url: buyUrl }],
    notes: {
      sentence: `Você recebe este aviso porque testa ${product}.`,
      label: 'Não quero avisos do teste.',
      url: unsubscribeUrl,
    },
    footer: `Enviado por ${storeName} a quem testa ${product}. São no máximo dois avisos.`,
  });
}
