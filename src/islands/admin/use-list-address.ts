import { useEffect, useRef, useState } from 'react';
import { type ListRules, type ListState, readListAddress, writeListAddress } from './list-address.ts';

type Step = 'push' | 'replace';

const TYPING_MS = 250;

/** What a list shows, read from the address and written to it. `asked` changes at once, but for a search that is being typed. */
export function useListAddress<Filter extends string>(renderedSearch: string, rules: ListRules<Filter>) {
  const [asked, setAsked] = useState(() => readListAddress(renderedSearch, rules));
  /** What is being typed and not yet asked for. */
  const [typed, setTyped] = useState<string | null>(null);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);

  function ask(change: Partial<ListState<Filter>>, step: Step): void {
    clearTimeout(typing.current);
    const unasked = typed === null ? {} : { q: typed, page: 1 };
    const next = { ...asked, ...unasked, ...change };
    writeAddress(writeListAddress(location.search, next, rules), step);
    setTyped(null);
    setAsked(next);
  }

  function read(): void {
    clearTimeout(typing.current);
    setTyped(null);
    const next = readListAddress(location.search, rules);
    setAsked((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  }

  // The timer and the listener live longer than one rendering.
  const latest = useRef({ ask, read });
  latest.current = { ask, read };

  useEffect(() => {
    const readLatest = () => latest.current.read();
    readLatest();
    addEventListener('popstate', readLatest);
    return () => {
      clearTimeout(typing.current);
      removeEventListener('popstate', readLatest);
    };
  }, []);

  /** Asks a moment after the last letter. */
  function type(q: string): void {
    setTyped(q);
    clearTimeout(typing.current);
    typing.current = setTimeout(() => latest.current.ask({ q, page: 1 }, 'replace'), TYPING_MS);
  }

  return { asked, typed, ask, type };
}

function writeAddress(search: string, step: Step): void {
  const address = `${location.pathname}${search}${location.hash}`;
  if (step === 'push' && search !== location.search) history.pushState(null, '', address);
  else history.replaceState(history.state, '', address);
}
