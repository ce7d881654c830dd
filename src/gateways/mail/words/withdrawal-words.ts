import type { RefundMail, WithdrawalMail } from '#src/domain/mail/content.ts';
import { type Block, greetingFor, oneLine, type Shopfront, type Words } from '../mail-parts.ts';

export const WITHDRAWAL_WORDS = {
  withdrawal_received: withdrawalWords,
  withdrawal_refused: withdrawalWords,
  refunded: refundWords,
};

function withdrawalWords(mail: WithdrawalMail, shopfront: Shopfront): Words {
  const product = oneLine(mail.productName);
  const { opening, facts, ...top } =
    mail.kind === 'withdrawal_received' ? receivedWords(mail, product) : refusedWords(mail, product);
  return {
    ...top,
    blocks: [
      { part: 'paragraph', text: `${greetingFor(mail.to.name)} ${opening}` },
      { part: 'facts', facts: [{ name: 'Protocolo', value: mail.protocol }, ...factsOf(mail, product), ...facts] },
      ...(mail.refusal === null ? [] : [reasonOf(mail.refusal)]),
      { part: 'link', label: 'Ver a página da compra', url: mail.purchaseUrl },
    ],
    ...foot(shopfront),
  };
}

function refundWords(mail: RefundMail, shopfront: Shopfront): Words {
  const product = oneLine(mail.productName);
  const protocol = mail.protocol === null ? [] : [{ name: 'Protocolo', value: mail.protocol }];
  return {
    subject: `Devolvemos ${mail.amount}: ${product}`,
    preview: 'O Pix de volta já saiu para a conta que pagou.',
    title: `Devolvemos ${mail.amount}`,
    blocks: [
      {
        part: 'paragraph',
        text: `${greetingFor(mail.to.name)} O valor de ${product} voltou por Pix para a conta que pagou. ${mail.isRenewal ? 'Os meses de atualizações desta compra não contam mais.' : 'A chave e o download desta compra não valem mais.'}`,
      },
      {
        part: 'facts',
        facts: [
          ...protocol,
          ...factsOf(mail, product),
          { name: 'Devolvido em', value: `${mail.refundedAt}, horário de São Paulo` },
        ],
      },
      { part: 'link', label: 'Ver a página da compra', url: mail.purchaseUrl },
    ],
    ...foot(shopfront),
  };
}

type Top = Pick<Words, 'subject' | 'preview' | 'title'> & { opening: string; facts: { name: string; value: string }[] };

function receivedWords({ protocol, amount, answerBy, requestedAt, isRenewal }: WithdrawalMail, product: string): Top {
  const next =
    answerBy === null
      ? `${amount} voltam por Pix para a conta que pagou, em geral em minutos.`
      : `A loja responde até ${answerBy}.`;
  return {
    subject: `Pedido de desistência recebido, protocolo ${protocol}`,
    preview: next,
    title: 'Pedido de desistência recebido',
    opening: `Recebemos o seu pedido para desistir da compra de ${product}. ${isRenewal ? '' : 'A chave está suspensa. '}${next}`,
    facts: [{ name: 'Pedido em', value: `${requestedAt}, horário de São Paulo` }],
  };
}

function refusedWords({ protocol, isRenewal }: WithdrawalMail, product: string): Top {
  return {
    subject: `Resposta ao seu pedido de desistência, protocolo ${protocol}`,
    preview: 'A loja não aceitou o pedido e explica o motivo.',
    title: 'A loja não aceitou o pedido',
    opening: `A loja analisou o seu pedido para desistir da compra de ${product} e não o aceitou. ${isRenewal ? '' : 'A chave voltou a valer. '}Se você não concorda, fale com a gente com o protocolo em mãos.`,
    facts: [],
  };
}

/** The owner's words, on one line: a mail has no room for a page. */
function reasonOf(refusal: string): Block {
  return { part: 'paragraph', text: `Motivo: ${oneLine(refusal)}` };
}

function factsOf({ amount, purchaseId }: WithdrawalMail | RefundMail, product: string) {
  return [
    { name: 'Produto', value: product },
    { name: 'Valor', value: `${amount} no Pix` },
    { name: 'Número da compra', value: purchaseId },
  ];
}

function foot({ storeName, communityUrl }: Shopfront): Pick<Words, 'notes' | 'footer'> {
  return {
    notes: [{ sentence: 'Ficou com alguma dúvida?', label: 'Fale com a gente na comunidade', url: communityUrl }],
    footer: `Você recebeu este e-mail porque uma compra na ${storeName} foi feita com este endereço.`,
  };
}
