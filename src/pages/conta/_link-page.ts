type Notice = { tone: 'success' | 'warning' | 'danger'; text: string };

/** By the name in `?aviso=`, to which the form of a link returns. */
export const NOTICES: Readonly<Record<string, Notice>> = {
  trocado: { tone: 'success', text: 'E-mail trocado. Da próxima vez, entre no painel com ele.' },
  parado: {
    tone: 'success',
    text: 'A troca foi parada, o e-mail de antes vale, e todas as sessões foram encerradas. Quem pediu sabia a senha: entre agora e troque-a em Configurações, Conta.',
  },
  'link-vencido': { tone: 'warning', text: 'Este link não vale mais. Peça outro em Configurações, Conta.' },
  'em-uso': { tone: 'warning', text: 'Outra conta passou a usar este e-mail. Peça a troca para outro endereço.' },
  limite: { tone: 'warning', text: 'Houve tentativas demais. Espere um pouco e tente de novo.' },
  falhou: { tone: 'danger', text: 'Algo não saiu como esperado. Tente novamente em instantes.' },
};

export function noticeOf({ status }: { status: number }): string {
  return NAMES[status] ?? 'falhou';
}

const NAMES: Readonly<Record<number, string>> = { 401: 'link-vencido', 409: 'em-uso', 429: 'limite' };
