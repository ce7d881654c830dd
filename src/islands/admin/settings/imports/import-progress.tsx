import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import { Button } from '#src/islands/ui/button.tsx';
import { ProgressBar } from '#src/islands/ui/progress-bar.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { IMPORT_PATH, type StoreImport } from '#src/wire/imports/imports.ts';

type Props = { shown: StoreImport; onChange: (next: StoreImport | null) => void };

export function ImportProgress({ shown, onChange }: Props) {
  const [isAsked, setAsked] = useState(false);
  const { done, total } = shown.progress;
  const isUnderWay = shown.state === 'importing' || shown.state === 'undoing';
  return (
    <>
      <section role="status" className="grid gap-3 rounded-card border border-line bg-surface p-4 lg:p-6">
        {isUnderWay ? (
          <>
            <p className="font-semibold text-sm">
              {shown.state === 'importing' ? 'Importando' : 'Desfazendo'}: {done.toLocaleString('pt-BR')} de{' '}
              {total.toLocaleString('pt-BR')} vendas
            </p>
            <ProgressBar label="Vendas" value={done} max={Math.max(1, total)} />
            <p className="text-sm text-muted">
              Pode fechar esta tela: a loja continua sozinha, também depois de reiniciar.
            </p>
          </>
        ) : (
          <Notice tone={shown.state === 'done' ? 'success' : 'neutral'} title={titleOf(shown)}>
            {textOf(shown)}
          </Notice>
        )}
        {shown.state === 'done' && (
          <div className="flex flex-wrap gap-2">
            <a href="/admin/sales" className="button-2">
              Ver as vendas
            </a>
            <Button variant="quiet" onClick={() => setAsked(true)}>
              Desfazer importação
            </Button>
          </div>
        )}
      </section>
      {isAsked && (
        <ConfirmedChange
          run={async () => onChange(await api.post<StoreImport>(`${IMPORT_PATH}/${shown.id}/undo`))}
          failed="A importação fica como está"
          onClose={() => setAsked(false)}
          title="Desfazer a importação?"
          description="As vendas, as chaves, as pessoas e os produtos que vieram saem da loja. Um produto que já tem versões fica, e o que já estava aqui também."
          confirmLabel="Desfazer"
          busyLabel="Desfazendo..."
        />
      )}
    </>
  );
}

function titleOf({ state, counts, kept }: StoreImport): string {
  const { imported } = counts;
  if (state === 'done' && imported === 0) return 'Nenhuma venda entrou';
  if (state === 'done')
    return `${imported.toLocaleString('pt-BR')} ${imported === 1 ? 'venda importada' : 'vendas importadas'}`;
  return kept === 0 ? 'Importação desfeita' : 'Importação desfeita em parte';
}

function textOf({ state, counts, kept, isAnnounced }: StoreImport): string {
  if (state === 'done' && counts.imported === 0)
    return 'As que ficaram de fora estão abaixo, ou você não quis trazê-las.';
  if (state === 'done') {
    const told = isAnnounced ? 'O aviso sai no ritmo da loja, uma vez para cada pessoa.' : 'Ninguém foi avisado.';
    return `Quem comprou já entra em Minhas compras com o e-mail. ${told}`;
  }
  if (kept === 0) return 'O que veio saiu da loja.';
  return kept === 1
    ? 'Uma venda foi usada enquanto isso, e ficou.'
    : `${kept.toLocaleString('pt-BR')} vendas foram usadas enquanto isso, e ficaram.`;
}
