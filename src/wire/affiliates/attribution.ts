import { formatDayTime } from '../basics/dates.ts';

type AttributionKind = 'coupon' | 'link';

/** The one sentence of partners, owners and visitors. */
export function attributionRule(days: number): string {
  const window = days === 1 ? 'no dia anterior à' : `nos ${days} dias antes da`;
  return `Vale o cupom; sem cupom, vale o último link clicado ${window} compra.`;
}

export const PRODUCT_RATE_RULE = 'A comissão do produto, quando ele tem uma, vale no lugar da do parceiro.';

type Attributed = { attribution: AttributionKind | null; attributedAt: string | null; couponCode: string | null };

/** `cupom ANA10` or `link de 03/05/2026, 14:02`. */
export function attributionText({ attribution, attributedAt, couponCode }: Attributed): string {
  if (attribution === 'link' && attributedAt) return `link de ${formatDayTime(attributedAt)}`;
  return couponCode ? `cupom ${couponCode}` : 'venda indicada';
}

/** Where a partner's link leads: the address is typed by people, so it is short. */
export function partnerLink(siteUrl: string, couponCode: string, to?: string): string {
  const link = `${siteUrl}/a/${encodeURIComponent(couponCode.toLowerCase())}`;
  return to ? `${link}?para=${to}` : link;
}
