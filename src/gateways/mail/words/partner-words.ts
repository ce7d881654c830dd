import type { PartnerMail } from '#src/domain/mail/content.ts';
import { KEY_HOLD_HOURS, PARTNER_LINK_MINUTES } from '#src/wire/partners/partners.ts';
import { greetingFor, letter, type Shopfront, type Words } from '../mail-parts.ts';

export const PARTNER_WORDS = {
  partner_link: linkWords,
  partner_key: keyWords,
  partner_key_wanted: keyWantedWords,
  partner_accepted: acceptedWords,
  partner_refused: refusedWords,
};

type Of<Kind extends PartnerMail['kind']> = Extract<PartnerMail, { kind: Kind }>;

function linkWords({ to, url }: Of<'partner_link' | 'partner_key_wanted'>, { storeName }: Shopfront): Words {
  return letter({
    subject: `Seu link de parceiro da ${storeName}`,
    preview: `O link vale por ${PARTNER_LINK_MINUTES} minutos.`,
    title: 'Entre em Parceiros',
    text: `${greetingFor(to.name)} Use o botão para ver suas vendas e comissões. O link vale por ${PARTNER_LINK_MINUTES} minutos e uma vez só.`,
    blocks: [{ part: 'button', label: 'Entrar', url }],
    footer: 'Não foi você que pediu? Ignore este e-mail: sem ele ninguém entra.',
  });
}

function keyWords({ to, url, key }: Of<'partner_key'>, { storeName }: Shopfront): Words {
  return letter({
    subject: `Confirme sua chave Pix na ${storeName}`,
    preview: 'O link vale por 24 horas.',
    title: 'Receber nesta chave Pix?',
    text: `${greetingFor(to.name)} Pediram que suas comissões sejam pagas na chave abaixo. Se foi você, confirme. Uma troca de chave segura os pagamentos por ${KEY_HOLD_HOURS} horas.`,
    blocks: [
      { part: 'code', label: 'Chave Pix', code: key },
      { part: 'button', label: 'Confirmar a chave', url },
    ],
    footer: `Não foi você? Ignore este e-mail, nada muda, e avise a ${storeName}: alguém entrou na sua área.`,
  });
}

function keyWantedWords({ to, url }: Of<'partner_link' | 'partner_key_wanted'>, { storeName }: Shopfront): Words {
  return letter({
    subject: `A ${storeName} quer pagar sua comissão`,
    preview: 'Falta a sua chave Pix.',
    title: 'Falta a sua chave Pix',
    text: `${greetingFor(to.name)} Há comissão liberada para você. Entre em Parceiros e informe em que chave Pix quer receber.`,
    blocks: [{ part: 'button', label: 'Informar a chave', url }],
    footer: `Enviado por ${storeName} a quem divulga a loja.`,
  });
}

function acceptedWords({ to, url, link, couponCode, rate }: Of<'partner_accepted'>, { storeName }: Shopfront): Words {
  return letter({
    subject: `Você é parceiro da ${storeName}`,
    preview: `Sua comissão é de ${rate}.`,
    title: 'Seu pedido foi aceito',
    text: `${greetingFor(to.name)} Divulgue com o seu link, ${link}, ou com o seu cupom. A comissão é de ${rate} do que for pago.`,
    blocks: [
      { part: 'code', label: 'Seu cupom', code: couponCode },
      { part: 'button', label: 'Entrar em Parceiros', url },
    ],
    footer: `Enviado por ${storeName} porque este endereço pediu para ser parceiro.`,
  });
}

function refusedWords({ to }: Of<'partner_refused'>, { storeName }: Shopfront): Words {
  return letter({
    subject: `Seu pedido de parceria com a ${storeName}`,
    preview: 'Desta vez não deu certo.',
    title: 'Desta vez não deu certo',
    text: `${greetingFor(to.name)} Obrigado pelo interesse em divulgar a loja. Agora não vamos seguir com a parceria. Seus dados deste pedido são apagados em 30 dias.`,
    footer: `Enviado por ${storeName} porque este endereço pediu para ser parceiro.`,
  });
}
