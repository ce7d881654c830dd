import { useEffect, useRef, useState } from 'react';
import { type ListRules, type ListState, readListUrl, writeListUrl } from './list-url.ts';

type Step = 'push' | 'replace';

const TYPING_MS = 250;

/** `state` changes at once, except for a search that is being typed. */
export function useListUrl<Filter extends string>(renderedSearch: string, rules: ListRules<Filter>) {
  const [state, setState] = useState(() => readListUrl(renderedSearch, rules));
  const [typed, setTyped] = useState<string | null>(null);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);

  function show(change: Partial<ListState<Filter>>, step: Step): void {
    clearTimeout(typing.current);
    const typedQuery = typed === null ? {} : { q: typed, page: 1 };
    const next = { ...state, ...typedQuery, ...change };
    writeAddress(writeListUrl(location.search, next, rules), step);
    setTyped(null);
    setState(next);
  }

  function read(): void {
    clearTimeout(typing.current);
    setTyped(null);
    const next = readListUrl(location.search, rules);
    setState((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  }

  // Timer and listener outlive one rendering.
  const latest = useRef({ show, read });
  latest.current = { show, read };

  useEffect(() => {
    const readLatest = () => latest.current.read();
    readLatest();
    addEventListener('popstate', readLatest);
    return () => {
      clearTimeout(typing.current);
      removeEventListener('popstate', readLatest);
    };
  }, []);

  function type(q: string): void {
    setTyped(q);
    clearTimeout(typing.current);
    typing.current = setTimeout(() => latest.current.show({ q, page: 1 }, 'replace'), TYPING_MS);
  }

  return { state, typed, show, type };
}

function writeAddress(search: string, step: Step): void {
  const address = `${location.pathname}${search}${location.hash}`;
  if (step === 'push' && search !== location.search) history.pushState(null, '', address);
  else history.replaceState(history.state, '', address);
}
