import { Download, KeyRound, Monitor, ReceiptText, Trash2 } from 'lucide-react';
import { ListTable } from '#src/islands/admin/list/list-table.tsx';
import type { List } from '#src/islands/admin/list/use-list.ts';
import { Button } from '#src/islands/ui/button.tsx';
import type { ActivationKey } from '#src/wire/keys/activation-keys.ts';
import type { KEY_LIST } from '#src/wire/keys/key-list.ts';
import { KEY_COLUMNS } from './key-columns.tsx';

type Props = {
  list: List<ActivationKey, keyof typeof KEY_LIST.filters>;
  onAdd: () => void;
  onDelete: (key: ActivationKey) => void;
  onOpenMachines: (key: ActivationKey) => void;
};

export function KeyTable({ list, onAdd, onDelete, onOpenMachines }: Props) {
  return (
    <ListTable
      list={list}
      caption="Chaves de ativação"
      noun={['chave', 'chaves']}
      columns={KEY_COLUMNS}
      hasTwoLines
      chosenNoun={CHOSEN}
      rowName={({ key }) => key}
      rowMenu={(key) => [
        ...(key.machines ? [{ label: 'Computadores', icon: Monitor, run: () => onOpenMachines(key) }] : []),
        ...(key.purchaseId
          ? [{ label: 'Ver a venda', icon: ReceiptText, href: `/admin/sales?id=${key.purchaseId}` }]
          : []),
        // A revoked key stays listed, since it belongs to a sale.
        ...(key.status === 'revoked'
          ? []
          : [{ label: 'Excluir...', icon: Trash2, tone: 'danger' as const, run: () => onDelete(key) }]),
      ]}
      choiceActions={(rows) => [{ label: 'Exportar CSV', icon: Download, href: list.csvHrefOf(rows) }]}
      failure={{ title: 'Erro ao carregar chaves de ativação' }}
      nothingYet={{
        icon: KeyRound,
        title: 'Nenhuma chave de ativação encontrada',
        text: 'Adicione as chaves dos seus produtos: cada venda paga recebe a sua na hora, sem você fazer nada.',
        action: (
          <Button size="small" onClick={onAdd}>
            Adicionar Chaves
          </Button>
        ),
      }}
      nothingFound={{
        title: 'Nenhuma chave de ativação encontrada',
        text: 'Nada combina com a busca e os filtros escolhidos. Procure por um trecho da chave, ou pelo nome ou e-mail de quem comprou.',
      }}
    />
  );
}

const CHOSEN = ['escolhida', 'escolhidas'] as const;
