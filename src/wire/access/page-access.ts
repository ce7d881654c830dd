import type { Capability } from './roles.ts';

/** What each page of the back-office asks of a role, by its route. One that is not here is nobody's. */
export const PAGE_ALLOWS = {
  '/admin': 'desk',
  '/admin/[...path]': 'desk',
  '/admin/activation-keys': 'readKeys',
  '/admin/activation-keys-auth': 'readKeys',
  '/admin/affiliates': 'readPartners',
  '/admin/affiliates/[id]': 'readPartners',
  '/admin/affiliates/payouts': 'readPartners',
  '/admin/affiliates/program': 'writePartners',
  '/admin/ajuda': 'desk',
  '/admin/ajuda/[page]': 'desk',
  '/admin/ajuda/novidades': 'desk',
  '/admin/analytics': 'readReports',
  '/admin/analytics/origins': 'readReports',
  '/admin/api': 'hooks',
  '/admin/audit': 'readAudit',
  '/admin/avaliacoes': 'reviews',
  '/admin/conta': 'desk',
  '/admin/customers': 'readSales',
  '/admin/customers/[id]': 'readSales',
  '/admin/email-settings': 'settings',
  '/admin/integracoes': 'hooks',
  '/admin/integracoes/eventos': 'hooks',
  '/admin/integracoes/receitas': 'hooks',
  '/admin/integracoes/tokens': 'tokens',
  '/admin/loja-de-verdade': 'settings',
  '/admin/notas-fiscais': 'invoices',
  '/admin/products': 'writeProducts',
  '/admin/products-auth': 'writeProducts',
  '/admin/products/preview': 'writeProducts',
  '/admin/promotions': 'coupons',
  '/admin/sales': 'readSales',
  '/admin/sem-acesso': 'desk',
  '/admin/segundo-fator': 'desk',
  '/admin/settings': 'settings',
  '/admin/society-calculator': 'readReports',
} as const satisfies Record<string, Capability>;
export type AdminPage = keyof typeof PAGE_ALLOWS;

export function isAdminPage(route: string): route is AdminPage {
  return Object.hasOwn(PAGE_ALLOWS, route);
}

/** A page that is not allowed leads here, with its address kept. */
export const NO_ACCESS_PAGE = '/admin/sem-acesso' satisfies AdminPage;
