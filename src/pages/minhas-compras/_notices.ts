import { TRY_LATER } from '#src/domain/rate-limits.ts';
import { UNEXPECTED } from '#src/http/forms/forms.ts';
import { BUYER_TEXTS } from '#src/wire/buyers/buyer.ts';
import { DOWNLOAD_NOTICES } from '#src/wire/downloads/download-notices.ts';
import { RELEASED_LATER } from '#src/wire/licenses/machines.ts';
import { RENEWAL_CLOSED } from '#src/wire/purchases/renewals.ts';
import { REVIEW_TEXTS } from '#src/wire/reviews/reviews.ts';

type Notice = { tone: 'success' | 'warning' | 'danger' | 'neutral'; text: string };

/** A form without scripts returns with one of these names in `?aviso=`. */
export const NOTICES: Readonly<Record<string, Notice>> = {
  enviado: { tone: 'success', text: BUYER_TEXTS.linkAsked },
  'link-vencido': { tone: 'warning', text: BUYER_TEXTS.invalidCode },
  'nao-achada': { tone: 'warning', text: BUYER_TEXTS.notFound },
  'dados-invalidos': { tone: 'warning', text: 'Confira o que você digitou e tente de novo.' },
  limite: { tone: 'warning', text: TRY_LATER },
  falhou: { tone: 'danger', text: UNEXPECTED },
  entre: { tone: 'neutral', text: 'Sua entrada terminou. Peça um link novo.' },
  saiu: { tone: 'neutral', text: 'Você saiu.' },
  apagado: { tone: 'neutral', text: 'Seus dados foram apagados da loja.' },
  salvo: { tone: 'success', text: 'Suas escolhas foram salvas.' },
  'troca-pedida': { tone: 'success', text: BUYER_TEXTS.newEmailAsked },
  'mesmo-email': { tone: 'warning', text: BUYER_TEXTS.sameEmail },
  'email-trocado': { tone: 'success', text: 'O novo e-mail já vale para as compras. Para vê-las, entre com ele.' },
  'troca-parada': {
    tone: 'success',
    text: 'A troca foi parada, o que você comprou está com o seu e-mail, e todas as entradas em Minhas compras foram encerradas.',
  },
  liberado: { tone: 'success', text: 'Computador liberado. Ative o plugin no outro quando quiser.' },
  'liberado-depois': { tone: 'success', text: RELEASED_LATER },
  'trocas-demais': {
    tone: 'warning',
    text: 'Você já trocou de computador muitas vezes nos últimos 30 dias. Fale com o suporte e a gente resolve.',
  },
  'avaliacao-na-pagina': { tone: 'success', text: 'Sua avaliação está na página do plugin. Obrigado!' },
  'avaliacao-enviada': { tone: 'success', text: 'Obrigado! A loja lê sua avaliação antes de mostrá-la.' },
  'avaliacao-tirada': { tone: 'neutral', text: 'Sua avaliação foi tirada da loja.' },
  'sem-avaliar': { tone: 'warning', text: REVIEW_TEXTS.notBought },
  'kit-completo': { tone: 'neutral', text: 'Não há mais o que completar neste kit.' },
  'sem-renovar': { tone: 'warning', text: RENEWAL_CLOSED },
  'pix-aberto': { tone: 'warning', text: BUYER_TEXTS.openPurchase },
  'devolucao-aberta': { tone: 'warning', text: BUYER_TEXTS.openRefund },
  'sem-confirmar': { tone: 'warning', text: BUYER_TEXTS.confirm },
  ...Object.fromEntries(
    Object.entries(DOWNLOAD_NOTICES).map(([name, text]) => [name, { tone: 'warning', text } as const]),
  ),
};

/** The name of the notice for a refusal of a form. */
export function noticeOf({ status, code }: { status: number; code: string }): string {
  if (status === 429) return 'limite';
  return NOTICE_OF_CODE[code] ?? (status === 404 ? 'nao-achada' : 'falhou');
}

const NOTICE_OF_CODE: Readonly<Record<string, string>> = {
  invalid_code: 'link-vencido',
  invalid: 'mesmo-email',
  open_purchase: 'pix-aberto',
  open_refund: 'devolucao-aberta',
  not_bought: 'sem-avaliar',
  not_renewable: 'sem-renovar',
  renewal_open: 'pix-aberto',
  too_many_moves: 'trocas-demais',
};
