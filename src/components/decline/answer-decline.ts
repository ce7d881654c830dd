import { readSignedToken } from '#src/domain/mail/signed-links.ts';
import { unsubscribe } from '#src/domain/releases/unsubscribe.ts';
import { declineReminders, REMINDERS } from '#src/domain/reminders/decline-reminders.ts';
import { REVIEW_NOTICES, unsubscribeFromReviews } from '#src/domain/reviews/review-notices.ts';
import type { Shop } from '#src/domain/shop.ts';
import { declineNotices, TRIAL_NOTICES } from '#src/domain/trials/trial-notices.ts';
import { declineSummaries, WEEKLY_SUMMARIES } from '#src/domain/upkeep/weekly-summary.ts';
import { OWN_ACCOUNT_ADDRESS } from '#src/wire/access/factors.ts';

const MY_PURCHASES = { place: { name: 'Minhas compras', href: '/minhas-compras' } };

/** What one click declines: `name` stands inside of sentences, and the link to `place` follows `done`. */
const DECLINED = {
  updates: {
    ...{ path: '/avisos', purpose: '', decline: unsubscribe, name: 'avisos de versões', ...MY_PURCHASES },
    offer:
      'A loja avisa por e-mail quando sai uma versão nova do que você comprou, e antes do fim das atualizações. Você pode parar de receber esses avisos.',
    done: 'Recibos e chaves continuam chegando. Só uma atualização de segurança do que você comprou ainda é avisada. Para voltar a receber os outros avisos, entre em',
  },
  reviews: {
    ...{ path: '/avisos/avaliacoes', purpose: REVIEW_NOTICES, decline: unsubscribeFromReviews },
    ...MY_PURCHASES,
    name: 'pedidos de avaliação',
    offer:
      'Duas semanas depois do primeiro download, a loja pergunta por e-mail como está o que você comprou. Você pode parar de receber esses pedidos.',
    done: 'Recibos, chaves e avisos de versões continuam chegando. Para mudar de ideia, entre em',
  },
  trials: {
    ...{ path: '/testar/avisos', purpose: TRIAL_NOTICES, decline: declineNotices, name: 'avisos do teste' },
    ...MY_PURCHASES,
    offer: 'A loja avisa por e-mail três dias antes do fim do teste e no fim. Você pode parar de receber esses avisos.',
    done: 'A loja não avisa mais deste teste, e a chave vale até o mesmo dia. O que você comprou está em',
  },
  reminders: {
    ...{ path: '/lembretes', purpose: REMINDERS, decline: declineReminders, name: 'lembretes' },
    ...MY_PURCHASES,
    offer:
      'Se um Pix seu fica sem pagamento, a loja lembra por e-mail, no máximo três vezes. Você pode parar de receber esses lembretes.',
    done: 'A loja não lembra mais você de um Pix sem pagamento. Recibos e chaves continuam chegando. Para voltar a receber lembretes, entre em',
  },
  summaries: {
    ...{ path: '/avisos/resumo', purpose: WEEKLY_SUMMARIES, decline: declineSummaries, name: 'resumos da semana' },
    place: { name: 'Minha conta', href: OWN_ACCOUNT_ADDRESS },
    offer: 'Às segundas, a loja manda por e-mail as vendas da semana. Você pode parar de receber esses resumos.',
    done: 'A loja não manda mais o resumo da semana para você. Alertas continuam chegando. Para voltar a receber, entre em',
  },
};

type Visit = { request: Request; params: Record<string, string | undefined>; locals: { shop: Shop } };

export type Decline = Awaited<ReturnType<typeof answerDecline>>;

/** Mail scanners open links, so only a POST declines; mail programs send it without a page. */
export async function answerDecline({ request, params, locals: { shop } }: Visit, kind: keyof typeof DECLINED) {
  const { decline, purpose, path, ...texts } = DECLINED[kind];
  const { token = '' } = params;
  const isPosted = request.method === 'POST';
  const isKnown = isPosted ? await decline(shop, token) : (await readSignedToken(shop, token, purpose)) !== null;
  const state = isKnown ? (isPosted ? ('done' as const) : ('offer' as const)) : ('unknown' as const);
  return { ...texts, path: `${path}/${token}`, state };
}
