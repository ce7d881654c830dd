import { Copy, Download, Handshake, Pencil, ReceiptText, Trash2, UserRound } from 'lucide-react';
import { activationAction, stateActions, useActivation } from '#src/islands/admin/form/use-activation.ts';
import { copyEmails } from '#src/islands/admin/list/copy-emails.ts';
import { ListTable } from '#src/islands/admin/list/list-table.tsx';
import type { List } from '#src/islands/admin/list/use-list.ts';
import { useCan } from '#src/islands/admin/role.tsx';
import { Button } from '#src/islands/ui/button.tsx';
import type { Affiliate } from '#src/wire/affiliates/affiliates.ts';
import { AFFILIATE_COLUMNS } from './affiliate-columns.tsx';
import { AFFILIATES_PATH } from './affiliate-paths.ts';

type Props = {
  list: List<Affiliate>;
  onAdd: () => void;
  onEdit: (affiliate: Affiliate) => void;
  onSales: (affiliate: Affiliate) => void;
  onDelete: (affiliate: Affiliate) => void;
};

export function AffiliateTable({ list, onAdd, onEdit, onSales, onDelete }: Props) {
  const mayWrite = useCan()('writePartners');
  // An affiliate's coupon follows, and it is listed among the coupons too.
  const turn = useActivation({ path: AFFILIATES_PATH, alsoChanged: '/api/admin/coupons', noun: AFFILIATE_NOUN });
  return (
    <ListTable
      list={list}
      caption="Afiliados"
      noun={AFFILIATE_NOUN}
      columns={AFFILIATE_COLUMNS}
      hasTwoLines
      rowName={({ name }) => name}
      rowMenu={(affiliate) => [
        { label: 'Abrir a página', icon: UserRound, href: `/admin/affiliates/${affiliate.id}` },
        { label: 'Ver vendas', icon: ReceiptText, run: () => onSales(affiliate) },
        ...(mayWrite
          ? [
              { label: 'Editar', icon: Pencil, run: () => onEdit(affiliate) },
              activationAction(affiliate, turn),
              { label: 'Excluir...', icon: Trash2, tone: 'danger', run: () => onDelete(affiliate) } as const,
            ]
          : []),
      ]}
      choiceActions={(rows, clear) => [
        ...(mayWrite ? stateActions(rows, turn, clear) : []),
        { label: 'Copiar e-mails', icon: Copy, run: () => void copyEmails(rows) },
        { label: 'Exportar CSV', icon: Download, href: list.csvHrefOf(rows) },
      ]}
      failure={{ title: 'Falha ao carregar afiliados' }}
      nothingYet={{
        icon: Handshake,
        title: 'Nenhum afiliado encontrado',
        text: 'Cadastre quem divulga a loja: cada afiliado ganha um cupom próprio, e cada venda com ele gera a comissão.',
        action: mayWrite && (
          <Button size="small" onClick={onAdd}>
            Adicionar Afiliado
          </Button>
        ),
      }}
      nothingFound={{
        title: 'Nenhum afiliado encontrado',
        text: 'Nada combina com a busca. Procure por um trecho do nome, do e-mail ou do cupom.',
        resetLabel: 'Limpar busca',
      }}
    />
  );
}

const AFFILIATE_NOUN = ['afiliado', 'afiliados'] as const;
