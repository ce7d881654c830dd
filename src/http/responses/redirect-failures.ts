import type { APIRoute } from 'astro';
import { findPurchaseIdOfItem } from '#src/domain/purchases/purchases.ts';
import type { Shop } from '#src/domain/shop.ts';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import type { DownloadNotice } from '#src/wire/downloads/download-notices.ts';
import type { DeclaredRoute } from '../endpoint.ts';
import { seeOther } from './responses.ts';

/** A person who followed a link to a file goes back to the page of the purchase, which says why; programs still get the refusal. */
export function redirectFailures(route: DeclaredRoute): DeclaredRoute {
  const redirecting: APIRoute = async (context) => {
    const response = await route(context);
    if (response.status < 400 || !isFollowed(context.request)) return response;
    const { code } = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
    const notice = NOTICE_OF_CODE[code ?? ''] ?? NOTICE_OF_STATUS[response.status] ?? 'arquivo-indisponivel';
    const page = await pageOf(context.locals.shop, context.params['purchaseId'] ?? '', context.request);
    return seeOther(`${page}?aviso=${notice}#arquivos`);
  };
  return Object.assign(redirecting, { declaration: route.declaration });
}

/** A browser that goes on with what was cut off is not led away: it would keep the page as the rest of the file. */
function isFollowed({ headers }: Request): boolean {
  const isNavigation =
    headers.get('sec-fetch-dest') === 'document' ||
    (!headers.has('sec-fetch-dest') && (headers.get('accept') ?? '').includes('text/html'));
  return isNavigation && !headers.has('range');
}

async function pageOf(shop: Shop, itemId: string, { headers }: Request): Promise<string> {
  const from = URL.parse(headers.get('referer') ?? '');
  if (from?.pathname === '/minhas-compras') return from.pathname;
  return `/purchase/success/${encodeURIComponent(await findPurchaseIdOfItem(shop, itemId))}`;
}

const NOTICE_OF_CODE: Readonly<Record<string, DownloadNotice>> = {
  choose_file: 'escolha-o-arquivo',
  not_covered: 'versao-nao-incluida',
  withdrawn: 'download-desistencia',
  disputed: 'download-em-analise',
  refunded: 'download-reembolsado',
  not_completed: 'download-sem-pagamento',
};

const NOTICE_OF_STATUS: Readonly<Record<number, DownloadNotice>> = {
  404: 'arquivo-nao-encontrado',
  429: 'downloads-demais',
  504: 'arquivo-demorou',
};
