import {
  ChartNoAxesCombined,
  CirclePercent,
  CircleQuestionMark,
  FileText,
  Handshake,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Package,
  ReceiptText,
  ScrollText,
  Settings,
  Star,
  TicketPercent,
  Users,
  Webhook,
} from 'lucide-react';
import { type AdminPage, PAGE_ALLOWS } from '#src/wire/access/page-access.ts';
import { can, type Role } from '#src/wire/access/roles.ts';

export type Screen = {
  name: string;
  href: AdminPage;
  icon: LucideIcon;
  /** These addresses are behind the screen's password gate. */
  also?: AdminPage;
};

type ScreenGroup = { name: string; screens: Screen[] };

export const SCREEN_GROUPS: ScreenGroup[] = [
  {
    name: 'Visão geral',
    screens: [
      { name: 'Dashboard', href: '/admin', icon: LayoutDashboard },
      { name: 'Estatísticas', href: '/admin/analytics', icon: ChartNoAxesCombined },
      { name: 'Porcentagem', href: '/admin/society-calculator', icon: CirclePercent },
    ],
  },
  {
    name: 'Gerenciamento',
    screens: [
      { name: 'Produtos', href: '/admin/products-auth', also: '/admin/products', icon: Package },
      { name: 'Vendas', href: '/admin/sales', icon: ReceiptText },
      { name: 'Notas fiscais', href: '/admin/notas-fiscais', icon: FileText },
      { name: 'Clientes', href: '/admin/customers', icon: Users },
      { name: 'Avaliações', href: '/admin/avaliacoes', icon: Star },
      { name: 'Promoções', href: '/admin/promotions', icon: TicketPercent },
      { name: 'Afiliados', href: '/admin/affiliates', icon: Handshake },
      {
        name: 'Chaves de Ativação',
        href: '/admin/activation-keys-auth',
        also: '/admin/activation-keys',
        icon: KeyRound,
      },
      { name: 'Integrações', href: '/admin/integracoes', icon: Webhook },
      { name: 'Auditoria', href: '/admin/audit', icon: ScrollText },
      { name: 'Configurações', href: '/admin/settings', icon: Settings },
      { name: 'Ajuda', href: '/admin/ajuda', icon: CircleQuestionMark },
    ],
  },
];

/** Those that the role opens; no group is empty. */
export function screensOf(role: Role | null): ScreenGroup[] {
  return SCREEN_GROUPS.map(({ name, screens }) => ({
    name,
    screens: screens.filter(({ href }) => can(role, PAGE_ALLOWS[href])),
  })).filter(({ screens }) => screens.length > 0);
}

export function screenAt(path: string): Screen | undefined {
  const address = path.replace(/\/+$/, '');
  return SCREEN_GROUPS.flatMap((group) => group.screens).find((screen) => isAt(screen, address));
}

function isAt({ href, also }: Screen, address: string): boolean {
  if (href === '/admin') return address === href;
  return [href, also].some((start) => start && (address === start || address.startsWith(`${start}/`)));
}
