import { TRY_LATER } from '#src/domain/rate-limits.ts';
import { UNEXPECTED } from '#src/http/forms/forms.ts';

type Notice = { tone: 'success' | 'warning' | 'danger'; text: string };

/** The form of a link returns with one of these names in `?aviso=`. */
export const NOTICES: Readonly<Record<string, Notice>> = {
  trocado: { tone: 'success', text: 'E-mail trocado. Da próxima vez, entre no painel com ele.' },
  parado: {
    tone: 'success',
    text: 'A troca foi parada, o e-mail de antes vale, e todas as sessões foram encerradas. Quem pediu sabia a senha: entre agora e troque-a em Configurações, Conta.',
  },
  'link-vencido': { tone: 'warning', text: 'Este link não vale mais. Peça outro em Configurações, Conta.' },
  'em-uso': { tone: 'warning', text: 'Outra conta passou a usar este e-mail. Peça a troca para outro endereço.' },
  limite: { tone: 'warning', text: TRY_LATER },
  falhou: { tone: 'danger', text: UNEXPECTED },
};

export function noticeOf({ status }: { status: number }): string {
  return NAMES[status] ?? 'falhou';
}

const NAMES: Readonly<Record<number, string>> = { 401: 'link-vencido', 409: 'em-uso', 429: 'limite' };
