import { Search, X } from 'lucide-react';
import { useId, useRef } from 'react';

type Props = { label: string; placeholder: string; value: string; onChange: (text: string) => void };

export function SearchField({ label, placeholder, value, onChange }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    field.current?.focus();
  };
  return (
    <div role="search" className="relative min-w-0">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
      <input
        ref={field}
        id={id}
        type="search"
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          clear();
        }}
        className="min-h-10 w-full max-sm:min-h-11 rounded-field border border-outline bg-surface pr-11 pl-9 text-base placeholder:text-muted sm:text-sm [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Limpar busca"
          onClick={clear}
          className="absolute inset-y-0 right-0.5 my-auto grid size-9 max-sm:size-11 place-items-center rounded-field text-muted hover:text-foreground"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}
