import { Check } from 'lucide-react';
import { formatFileSize } from '#src/wire/basics/file-size.ts';
import type { StoreImport } from '#src/wire/imports/imports.ts';

type Props = { shown: StoreImport | null; onLeave: () => void };

const STEPS = ['Arquivo', 'Conferir', 'Importar'];
const DELIMITERS: Record<string, string> = { ',': 'vírgula', ';': 'ponto e vírgula', '\t': 'tabulação' };

export function ImportHead({ shown, onLeave }: Props) {
  const at = !shown ? 0 : shown.state === 'checked' ? 1 : 2;
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface p-4 lg:p-6">
      <div className="min-w-0">
        <h2 className="text-xl">Trazer minha loja</h2>
        <p className="mt-1 text-sm text-muted wrap-anywhere">
          {shown ? (
            <>
              {shown.sourceName}
              {'\u00a0· '}
              <span className="code">{shown.fileName}</span>
              {'\u00a0· '}
              {formatFileSize(shown.fileBytes)}, <span className="whitespace-nowrap">{shown.encoding}</span>,{' '}
              {DELIMITERS[shown.delimiter] ?? shown.delimiter}
              {'\u00a0· '}
              <button type="button" className="link" onClick={onLeave}>
                {at === 1 ? 'Trocar arquivo' : 'Outro arquivo'}
              </button>
            </>
          ) : (
            'Vendas, clientes e chaves que você já tem em outra plataforma.'
          )}
        </p>
      </div>
      <ol className="flex flex-wrap items-center gap-2 code text-mini" aria-label="Passos">
        {STEPS.map((step, index) => (
          <li
            key={step}
            aria-current={index === at ? 'step' : undefined}
            className={`flex items-center gap-1.5 whitespace-nowrap max-[22.5rem]:gap-1 ${index > at ? 'text-muted' : ''}`}
          >
            {index > 0 && <span aria-hidden className="mr-1 hidden h-px w-6 bg-line sm:block" />}
            <span
              aria-hidden
              className={`grid size-5 place-items-center rounded-full text-mini ${MARKS[markOf(index, at)]}`}
            >
              {index < at ? <Check className="size-3.5" strokeWidth={3} /> : index + 1}
            </span>
            {step}
            {index < at && <span className="sr-only"> (pronto)</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

const MARKS = {
  done: 'bg-success text-surface',
  now: 'bg-orange-400 text-black',
  next: 'border border-outline',
};

function markOf(index: number, at: number): keyof typeof MARKS {
  if (index === at) return 'now';
  return index < at ? 'done' : 'next';
}
