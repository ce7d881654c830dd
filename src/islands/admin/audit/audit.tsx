import { Copy, ListFilter as FilterSign, ScrollText, SquareArrowOutUpRight } from 'lucide-react';
import { copyText } from '#src/client/page/clipboard.ts';
import { showToast } from '#src/client/page/toast.ts';
import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import { ListDays } from '#src/islands/admin/list/day-range.tsx';
import { ListTable } from '#src/islands/admin/list/list-table.tsx';
import { ListFilter, ListToolbar, optionsOf } from '#src/islands/admin/list/list-toolbar.tsx';
import { type Rendered, useList } from '#src/islands/admin/list/use-list.ts';
import type { MenuAction } from '#src/islands/ui/overlays/menu-action.ts';
import { AUDIT_KIND_NAMES, AUDIT_LIST, type AuditEntry } from '#src/wire/audit/audit.ts';
import { AUDIT_COLUMNS, entryText } from './audit-columns.tsx';
import { foldPasses } from './fold-passes.ts';
import { subjectUrl } from './subject-url.ts';

export function Audit({ rendered, renderedSearch }: Rendered<AuditEntry>) {
  const list = useList({ list: AUDIT_LIST, rendered, renderedSearch });
  const page = list.page && { ...list.page, items: foldPasses(list.page.items) };
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader
        title="Auditoria"
        help="audit"
        subtitle="Quem entrou e quem mudou o quê, e quando. Nenhum registro pode ser apagado."
      />
      <ListToolbar
        list={list}
        label="Buscar na auditoria"
        placeholder="Pessoa, ação, produto, #1048..."
        filters={<ListFilter list={list} name="kind" label="Mostrar" options={KINDS} width="sm:w-52" />}
      >
        <ListDays list={list} />
      </ListToolbar>
      <ListTable
        list={{ ...list, page }}
        caption="Mudanças feitas no painel"
        noun={['registro', 'registros']}
        columns={AUDIT_COLUMNS}
        rowName={entryText}
        rowMenu={(entry) => (entry.isWhole ? [] : actionsOn(entry, list.setQuery))}
        failure={{ title: 'Erro ao carregar a auditoria' }}
        nothingYet={{
          icon: ScrollText,
          title: 'Nenhuma mudança ainda',
          text: 'Assim que alguém alterar um produto, uma chave, um cupom ou qualquer outra coisa no painel, fica registrado aqui.',
        }}
        nothingFound={{
          title: 'Nenhum registro encontrado',
          text: 'Nada combina com a busca e os filtros escolhidos. Tente menos palavras ou amplie o período.',
        }}
      />
    </div>
  );
}

const KINDS = optionsOf('Tudo', AUDIT_KIND_NAMES);

function actionsOn({ entityId, subject }: AuditEntry, find: (code: string) => void): MenuAction[] {
  const address = subject && subjectUrl(subject);
  return [
    ...(address ? [{ label: 'Abrir', icon: SquareArrowOutUpRight, href: address }] : []),
    { label: 'Ver só este código', icon: FilterSign, run: () => find(entityId) },
    { label: 'Copiar código', icon: Copy, run: () => void copyCode(entityId) },
  ];
}

async function copyCode(code: string): Promise<void> {
  const isCopied = await copyText(code, null);
  showToast(
    isCopied
      ? { tone: 'success', title: 'Código copiado' }
      : { tone: 'danger', title: 'Erro ao copiar', description: `O navegador não deixou copiar o código ${code}.` },
  );
}
