import { TRY_LATER } from '#src/domain/rate-limits.ts';
import { UNEXPECTED } from '#src/http/forms/forms.ts';

type Notice = { tone: 'success' | 'warning' | 'danger'; text: string };

/** The form of a link returns with one of these names in `?aviso=`. */
export const NOTICES: Readonly<Record<string, Notice>> = {
  trocado: { tone: 'success', text: 'E-mail trocado. Da próxima vez, entre no painel com ele.' },
  parado: {
    tone: 'success',
    text: 'A troca foi parada, o e-mail de antes vale, e todas as sessões foram encerradas. Quem pediu sabia a senha: entre agora e troque-a em Minha conta.',
  },
  encerrado: {
    tone: 'success',
    text: 'Todas as suas sessões foram encerradas e a senha de antes não vale mais. Mandamos um link para você escolher outra: ele vale por uma hora.',
  },
  'senha-nova': { tone: 'success', text: 'Senha salva. Entre no painel com ela.' },
  'link-vencido': { tone: 'warning', text: 'Este link não vale mais. Peça outro em Minha conta.' },
  'em-uso': { tone: 'warning', text: 'Outra conta passou a usar este e-mail. Peça a troca para outro endereço.' },
  limite: { tone: 'warning', text: TRY_LATER },
  falhou: { tone: 'danger', text: UNEXPECTED },
};

export function noticeOf({ status }: { status: number }): string {
  return NAMES[status] ?? 'falhou';
}

const NAMES: Readonly<Record<number, string>> = { 401: 'link-vencido', 409: 'em-uso', 429: 'limite' };

/** What an invitation's link says once it lets nobody in, with its status. */
export const INVITATION_ENDS = {
  unknown: {
    status: 404,
    notice: { tone: 'warning', text: 'Este link de convite não vale. Abra-o de novo pelo e-mail, ou copie-o inteiro.' },
  },
  expired: {
    status: 410,
    notice: { tone: 'warning', text: 'Este convite venceu: ele vale por 72 horas. Peça outro a quem convidou você.' },
  },
  ended: {
    status: 410,
    notice: {
      tone: 'warning',
      text: 'Este convite já foi usado, desfeito ou enviado de novo. Se a sua conta já existe, entre com ela.',
    },
  },
} as const satisfies Record<string, { status: number; notice: Notice }>;
