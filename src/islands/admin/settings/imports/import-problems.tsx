import { Download, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { buttonClass } from '#src/islands/ui/button.tsx';
import { IMPORT_PATH, type StoreImport } from '#src/wire/imports/imports.ts';

const FIRST = 4;

export function ImportProblems({ shown }: { shown: StoreImport }) {
  const [isAll, setAll] = useState(false);
  const { problemCount, problems } = shown;
  if (problemCount === 0) return null;
  const rows = isAll ? problems : problems.slice(0, FIRST);
  return (
    <section aria-labelledby="import-problems" className="min-w-0 rounded-card border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
        <TriangleAlert aria-hidden className="size-4 text-warning" />
        <h3 id="import-problems" className="text-sm">
          {problemCount.toLocaleString('pt-BR')} {problemCount === 1 ? 'linha com problema' : 'linhas com problema'}
        </h3>
        <p className="flex-1 text-sm text-muted">{problemCount === 1 ? 'fica de fora' : 'ficam de fora'}</p>
        <a href={`${IMPORT_PATH}/${shown.id}/problems.csv`} download className={buttonClass('secondary', 'small')}>
          <Download aria-hidden className="size-4 shrink-0" />
          {problemCount === 1 ? 'A linha em CSV' : `As ${problemCount.toLocaleString('pt-BR')} em CSV`}
        </a>
      </div>
      <table className="w-full text-left text-sm max-sm:block">
        <thead className="text-muted max-sm:sr-only">
          <tr className="border-t border-line">
            {['Linha', 'Campo', 'No arquivo', 'Motivo e o que fazer'].map((name) => (
              <th key={name} scope="col" className="px-4 py-2 font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map(({ line, field, value, reason }) => (
            <tr key={line} className="border-t border-line max-sm:grid max-sm:gap-0.5 max-sm:px-4 max-sm:py-2.5">
              <td className="code tabular-nums sm:px-4 sm:py-2.5">
                <span className="sm:hidden">Linha </span>
                {line.toLocaleString('pt-BR')}
              </td>
              <td className="whitespace-nowrap sm:px-4 sm:py-2.5">{field}</td>
              <td className="max-w-48 truncate max-sm:max-w-full sm:px-4 sm:py-2.5" title={value}>
                {value === '' ? <span className="text-muted">vazio</span> : <span className="code">{value}</span>}
              </td>
              <td className="sm:px-4 sm:py-2.5">{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {problemCount > FIRST && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-2.5 text-sm text-muted">
          <p role="status">
            Mostrando {rows.length.toLocaleString('pt-BR')} de {problemCount.toLocaleString('pt-BR')}
            {isAll && problems.length < problemCount && '. As outras estão no CSV'}
          </p>
          {!isAll && (
            <button type="button" className="min-h-9 max-sm:min-h-11 link" onClick={() => setAll(true)}>
              Ver todas
            </button>
          )}
        </div>
      )}
    </section>
  );
}
