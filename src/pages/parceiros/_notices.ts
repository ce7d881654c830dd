import { TRY_LATER } from '#src/domain/rate-limits.ts';
import { UNEXPECTED } from '#src/http/forms/forms.ts';
import { PARTNER_TEXTS } from '#src/wire/partners/partners.ts';

type Notice = { tone: 'success' | 'warning' | 'danger' | 'neutral'; text: string };

/** A form without scripts returns with one of these names in `?aviso=`. */
export const NOTICES: Readonly<Record<string, Notice>> = {
  enviado: { tone: 'success', text: PARTNER_TEXTS.linkAsked },
  'link-vencido': { tone: 'warning', text: PARTNER_TEXTS.invalidLink },
  limite: { tone: 'warning', text: TRY_LATER },
  falhou: { tone: 'danger', text: UNEXPECTED },
  entre: { tone: 'neutral', text: 'Sua entrada terminou. Peça um link novo.' },
  saiu: { tone: 'neutral', text: 'Você saiu.' },
  'chave-pedida': { tone: 'success', text: PARTNER_TEXTS.keyAsked },
  'chave-confirmada': { tone: 'success', text: 'Sua chave Pix está confirmada.' },
  'termos-aceitos': { tone: 'success', text: 'Você aceitou os termos do programa.' },
  'termos-mudaram': { tone: 'warning', text: 'Os termos mudaram agora. Leia e aceite de novo.' },
  inscrito: { tone: 'success', text: PARTNER_TEXTS.signedUp },
};

/** The name of the notice for a refusal of a form. */
export function noticeOf({ status, code }: { status: number; code: string }): string {
  if (status === 429) return 'limite';
  if (code === 'invalid_code') return 'link-vencido';
  return code === 'terms_changed' ? 'termos-mudaram' : 'falhou';
}
