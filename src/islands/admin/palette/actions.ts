import { Download, KeyRound, LogOut, Monitor, Moon, PackagePlus, Store, Sun, TicketPlus, UserPlus } from 'lucide-react';
import { chooseTheme } from '#src/client/page/theme.ts';
import { logOut } from '#src/client/session.ts';
import { type Choice, goTo } from './choice.ts';

export const ACTIONS: Choice[] = [
  {
    key: 'new-product',
    name: 'Novo produto',
    words: 'adicionar criar cadastrar plugin',
    icon: PackagePlus,
    run: goTo('/admin/products?novo=1'),
  },
  {
    key: 'new-keys',
    name: 'Adicionar chaves',
    words: 'novas importar ativação estoque',
    icon: KeyRound,
    run: goTo('/admin/activation-keys?novo=1'),
  },
  {
    key: 'new-coupon',
    name: 'Novo cupom',
    words: 'adicionar criar desconto promoção',
    icon: TicketPlus,
    run: goTo('/admin/promotions?novo=1'),
  },
  {
    key: 'new-affiliate',
    name: 'Novo afiliado',
    words: 'adicionar criar cadastrar parceiro',
    icon: UserPlus,
    run: goTo('/admin/affiliates?novo=1'),
  },
  {
    key: 'export-sales',
    name: 'Exportar vendas',
    detail: 'CSV',
    words: 'baixar planilha pedidos',
    icon: Download,
    run: download('/api/admin/purchases/export.csv'),
  },
  {
    key: 'export-customers',
    name: 'Exportar clientes',
    detail: 'CSV',
    words: 'baixar planilha compradores',
    icon: Download,
    run: download('/api/admin/customers/export.csv'),
  },
  { key: 'shop', name: 'Visitar Loja', words: 'ver abrir site', icon: Store, run: goTo('/') },
];

export const LOOK_AND_LEAVE: Choice[] = [
  { key: 'theme-light', name: 'Usar tema claro', icon: Sun, run: () => chooseTheme('light') },
  { key: 'theme-dark', name: 'Usar tema escuro', icon: Moon, run: () => chooseTheme('dark') },
  { key: 'theme-system', name: 'Usar tema do sistema', icon: Monitor, run: () => chooseTheme('system') },
  { key: 'leave', name: 'Sair', words: 'encerrar sessão logout', icon: LogOut, run: () => void logOut() },
];

function download(address: string): () => void {
  return () => {
    const link = document.createElement('a');
    link.href = address;
    link.download = '';
    link.click();
  };
}
