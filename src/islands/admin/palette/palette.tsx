import { Command } from 'cmdk';
import { RotateCw, Search, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { rememberOpened } from '#src/client/admin/opened-things.ts';
import { closePalette } from '#src/client/admin/palette.ts';
import { Spinner } from '#src/islands/ui/states/spinner.tsx';
import type { Role } from '#src/wire/access/roles.ts';
import type { Choice } from './choice.ts';
import { findChoices } from './choices.ts';
import { useRecent } from './use-recent.ts';
import { type SearchResults, useSearchResults } from './use-search-results.ts';

export function Palette({ findsKeys, userId, role }: { findsKeys: boolean; userId: string; role: Role | null }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const results = useSearchResults(text, { role, findsKeys });
  const recent = useRecent(userId, role);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    field.current?.focus();
  }, []);
  const close = () => dialog.current?.close();
  const choose = (choice: Choice) => {
    close();
    if (choice.opens) rememberOpened(userId, choice.opens);
    choice.run();
  };
  const groups = [...findChoices(text, role, recent), ...results.groups];
  return (
    // The browser keeps the focus inside, closes on Escape and gives the focus back.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop is a shortcut, the keyboard has its own
    <dialog
      ref={dialog}
      aria-label="Buscar ou ir para"
      onClose={closePalette}
      onClick={(event) => event.target === event.currentTarget && close()}
      className={WINDOW}
    >
      <Command label="Buscar ou ir para" shouldFilter={false} loop className="flex h-full min-h-0 flex-col">
        <div className="flex shrink-0 items-center gap-3 border-b border-line pr-2 pl-4">
          <Search aria-hidden className="size-4.5 shrink-0 text-muted" />
          <Command.Input
            ref={field}
            value={text}
            onValueChange={setText}
            placeholder="Buscar ou ir para..."
            className="min-h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
          />
          {results.isSearching && <Spinner className="size-4 text-muted" />}
          <button type="button" aria-label="Fechar" onClick={close} className="icon-button">
            <X aria-hidden className="size-4.5" />
          </button>
        </div>
        <Command.List
          label="Resultados"
          className={`min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 sm:max-h-[min(26rem,60dvh)] ${groups.length === 0 ? 'hidden' : ''}`}
        >
          {groups.map(({ name, choices }) => (
            <Command.Group key={name} heading={name} className={GROUP}>
              {choices.map((choice) => (
                <Entry key={choice.key} choice={choice} onChoose={() => choose(choice)} />
              ))}
            </Command.Group>
          ))}
          {results.failed.length > 0 && (
            <Command.Item value="retry" onSelect={results.retry} className={`${ENTRY} text-danger`}>
              <RotateCw aria-hidden className="size-4 shrink-0" />
              Não foi possível buscar {inWords(results.failed)}. Tentar novamente
            </Command.Item>
          )}
        </Command.List>
        <Foot text={text} results={results} isEmpty={groups.length === 0} />
      </Command>
    </dialog>
  );
}

function Entry({ choice: { key, icon: Icon, name, detail }, onChoose }: { choice: Choice; onChoose: () => void }) {
  return (
    <Command.Item value={key} onSelect={onChoose} className={ENTRY}>
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-[40%] flex-1 truncate">{name}</span>
      {detail && <span className="truncate text-muted text-table">{detail}</span>}
    </Command.Item>
  );
}

function Foot({ text, results, isEmpty }: { text: string; results: SearchResults; isEmpty: boolean }) {
  const isNothing = isEmpty && !results.isSearching && results.failed.length === 0;
  return (
    <>
      <p
        role="status"
        className={
          isEmpty && results.failed.length === 0 ? 'px-4 py-10 text-center text-balance text-muted text-sm' : 'sr-only'
        }
      >
        {results.isSearching && 'Buscando...'}
        {isNothing && `Nada encontrado para “${text.trim()}”. Tente um nome, um e-mail ou o começo de um código.`}
      </p>
      <p
        aria-hidden="true"
        className="flex shrink-0 gap-4 border-t border-line px-4 py-2 text-mini text-muted pointer-coarse:hidden"
      >
        <span className="flex gap-1.5">
          <kbd className="font-mono">↑ ↓</kbd> escolher
        </span>
        <span className="flex gap-1.5">
          <kbd className="font-mono">Enter</kbd> abrir
        </span>
        <span className="flex gap-1.5">
          <kbd className="font-mono">Esc</kbd> fechar
        </span>
      </p>
    </>
  );
}

function inWords(names: string[]): string {
  return new Intl.ListFormat('pt-BR').format(names);
}

const WINDOW =
  'm-0 h-dvh max-h-none w-full max-w-none overflow-hidden border-line bg-surface p-0 text-foreground shadow-float backdrop:bg-black/50 open:animate-enter sm:mx-auto sm:mt-[12vh] sm:h-fit sm:max-w-xl sm:rounded-panel sm:border';
const GROUP =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-mono [&_[cmdk-group-heading]]:text-[.6875rem] [&_[cmdk-group-heading]]:tracking-[.08em] [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:uppercase';
const ENTRY =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-2.5 text-sm select-none data-[selected=true]:bg-raised sm:min-h-10 forced-colors:data-[selected=true]:bg-[Highlight] forced-colors:data-[selected=true]:text-[HighlightText]';
