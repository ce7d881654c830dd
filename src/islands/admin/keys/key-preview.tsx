import { type KeyLines, MAX_KEYS } from '#src/wire/keys/activation-keys.ts';

const NAMED_AT_MOST = 20;

/** Keys that the shop already has are reported by the server afterwards. */
export function KeyPreview({ lines: { keys, repeated, repeatedLines, emptyLines } }: { lines: KeyLines }) {
  return (
    <section aria-label="Prévia" className="rounded-field border border-line bg-raised">
      <dl aria-live="polite" className="grid grid-cols-3 divide-x divide-line">
        <Count name="Chaves novas" of={keys.length} tone={keys.length > MAX_KEYS ? 'text-danger' : 'text-foreground'} />
        <Count name="Repetidas no texto" of={repeatedLines} tone={repeatedLines > 0 ? 'text-warning' : 'text-muted'} />
        <Count name="Linhas vazias" of={emptyLines} tone="text-muted" />
      </dl>
      {repeated.length > 0 && (
        <details className="border-t border-line px-3 py-2 text-table">
          <summary className="min-h-6 font-medium">
            {repeated.length === 1
              ? 'Ver a chave repetida'
              : `Ver as ${repeated.length.toLocaleString('pt-BR')} repetidas`}
          </summary>
          <KeyNames keys={repeated} />
        </details>
      )}
    </section>
  );
}

function Count({ name, of, tone }: { name: string; of: number; tone: string }) {
  return (
    <div className="flex flex-col-reverse justify-end px-3 py-2">
      <dt className="text-mini text-muted">{name}</dt>
      <dd className={`text-base font-semibold tabular-nums ${tone}`}>{of.toLocaleString('pt-BR')}</dd>
    </div>
  );
}

export function KeyNames({ keys }: { keys: readonly string[] }) {
  return (
    <>
      <ul className="code mt-1 wrap-anywhere">
        {keys.slice(0, NAMED_AT_MOST).map((key) => (
          <li key={key}>{key}</li>
        ))}
      </ul>
      {keys.length > NAMED_AT_MOST && (
        <p className="text-muted">e mais {(keys.length - NAMED_AT_MOST).toLocaleString('pt-BR')}</p>
      )}
    </>
  );
}
