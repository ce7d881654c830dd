import { type ComponentProps, useEffect, useId, useState } from 'react';
import { Notes } from '#src/islands/delivery/version-notes.tsx';
import { TextArea } from '#src/islands/ui/fields/text-area.tsx';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';

type Props = {
  label: string;
  hint: string;
  rows: number;
  markdown: string;
  error: string | null;
  isReadOnly?: boolean;
  /** `register` returns it, or it is the value with its change. */
  field: Omit<ComponentProps<'textarea'>, 'id' | 'className'>;
};

/** The field has a look at what buyers will see. */
export function MarkdownField({ label, hint, rows, markdown, error, isReadOnly = false, field }: Props) {
  const id = useId();
  const [isPreview, setPreview] = useState(isReadOnly);
  // A refused field has to be on the screen.
  const isShown = isPreview && !error;
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p aria-hidden className="font-medium text-sm">
          {label}
        </p>
        {!isReadOnly && (
          <fieldset className="flex rounded-field border border-line bg-raised p-0.5">
            <legend className="sr-only">{label}: escrever ou ver</legend>
            <Way name={id} label="Escrever" isChosen={!isShown} onChoose={() => setPreview(false)} />
            <Way name={id} label="Ver como fica" isChosen={isShown} onChoose={() => setPreview(true)} />
          </fieldset>
        )}
      </div>
      <div className="mt-1.5">
        {isShown ? (
          <Preview markdown={markdown} />
        ) : (
          <TextArea label={label} isLabelHidden size="small" rows={rows} error={error} hint={hint} {...field} />
        )}
      </div>
    </div>
  );
}

type WayProps = { name: string; label: string; isChosen: boolean; onChoose: () => void };

function Way({ name, label, isChosen, onChoose }: WayProps) {
  return (
    <label className="relative flex min-h-8 max-sm:min-h-11 cursor-pointer items-center rounded-[.5rem] px-3 text-muted text-table transition-colors duration-150 has-checked:bg-surface has-checked:font-semibold has-checked:text-foreground has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-focus">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer appearance-none opacity-0"
      />
      {label}
    </label>
  );
}

function Preview({ markdown }: { markdown: string }) {
  const html = useRendered(markdown);
  return (
    <div className="min-h-36 rounded-field border border-line bg-background px-4 py-3 text-sm">
      {html === null && <Skeleton className="h-4 w-2/3" />}
      {html !== null && (markdown.trim() ? <Notes html={html} /> : <p className="text-muted">Nada escrito ainda.</p>)}
    </div>
  );
}

/** Returns null until the renderer is loaded. */
function useRendered(markdown: string): string | null {
  const [html, setHtml] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const show = async () => {
      const { renderMarkdown } = await import('#src/wire/basics/markdown.ts');
      const rendered = await renderMarkdown(markdown);
      if (isCurrent) setHtml(rendered);
    };
    void show().catch((error: unknown) => console.error('A visualização não pôde ser carregada:', error));
    return () => {
      isCurrent = false;
    };
  }, [markdown]);
  return html;
}
