import {
  Download,
  KeyRound,
  LogOut,
  Monitor,
  Moon,
  PackagePlus,
  Store,
  Sun,
  TicketPlus,
  UserPlus,
  UserRound,
} from 'lucide-react';
import { download } from '#src/client/admin/identity.ts';
import { chooseTheme } from '#src/client/page/theme.ts';
import { logOut } from '#src/client/session.ts';
import { OWN_ACCOUNT_ADDRESS } from '#src/wire/access/factors.ts';
import { settingsAddress } from '#src/wire/upkeep/setting-sections.ts';
import { type Choice, goTo } from './choice.ts';

export const ACTIONS: Choice[] = [
  {
    key: 'new-product',
    allow: 'writeProducts',
    name: 'Novo produto',
    words: 'adicionar criar cadastrar plugin',
    icon: PackagePlus,
    run: goTo('/admin/products?novo=1'),
  },
  {
    key: 'new-keys',
    allow: 'writeKeys',
    name: 'Adicionar chaves',
    words: 'novas importar ativação estoque',
    icon: KeyRound,
    run: goTo('/admin/activation-keys?novo=1'),
  },
  {
    key: 'new-coupon',
    allow: 'coupons',
    name: 'Novo cupom',
    words: 'adicionar criar desconto promoção',
    icon: TicketPlus,
    run: goTo('/admin/promotions?novo=1'),
  },
  {
    key: 'new-affiliate',
    allow: 'writePartners',
    name: 'Novo afiliado',
    words: 'adicionar criar cadastrar parceiro',
    icon: UserPlus,
    run: goTo('/admin/affiliates?novo=1'),
  },
  {
    key: 'export-sales',
    allow: ['readSales', 'export'],
    name: 'Exportar vendas',
    detail: 'CSV',
    words: 'baixar planilha pedidos',
    icon: Download,
    run: () => void download({ href: '/api/admin/purchases/export.csv' }),
  },
  {
    key: 'export-customers',
    allow: ['readSales', 'export'],
    name: 'Exportar clientes',
    detail: 'CSV',
    words: 'baixar planilha compradores',
    icon: Download,
    run: () => void download({ href: '/api/admin/customers/export.csv' }),
  },
  {
    key: 'invite',
    allow: 'team',
    name: 'Convidar para a equipe',
    words: 'adicionar pessoa administrador papel acesso',
    icon: UserPlus,
    run: goTo(`${settingsAddress('team')}&convidar=1`),
  },
  {
    key: 'own-account',
    name: 'Minha conta',
    words: 'senha passkey segundo fator código sessões encerrar e-mail de entrada avisos telas protegidas',
    icon: UserRound,
    run: goTo(OWN_ACCOUNT_ADDRESS),
  },
  { key: 'shop', name: 'Visitar Loja', words: 'ver abrir site', icon: Store, run: goTo('/') },
];

export const LOOK_AND_LEAVE: Choice[] = [
  { key: 'theme-light', name: 'Usar tema claro', icon: Sun, run: () => chooseTheme('light') },
  { key: 'theme-dark', name: 'Usar tema escuro', icon: Moon, run: () => chooseTheme('dark') },
  { key: 'theme-system', name: 'Usar tema do sistema', icon: Monitor, run: () => chooseTheme('system') },
  { key: 'leave', name: 'Sair', words: 'encerrar sessão logout', icon: LogOut, run: () => void logOut() },
];
