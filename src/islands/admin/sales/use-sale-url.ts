import { useEffect, useState } from 'react';

/** The address keeps it as `?id=…`, so that it survives a reload and Back closes it. */
export function useSaleUrl(renderedSearch: string) {
  const [openId, setOpenId] = useState(() => readId(renderedSearch));
  useEffect(() => {
    const read = () => setOpenId(readId(location.search));
    read();
    addEventListener('popstate', read);
    return () => removeEventListener('popstate', read);
  }, []);
  return {
    openId,
    open(id: string): void {
      history.pushState(OPENED_HERE, '', addressWith(id));
      setOpenId(id);
    },
    /** The sale takes the place of the one that is open: Back closes them all. */
    show(id: string): void {
      history.replaceState(history.state, '', addressWith(id));
      setOpenId(id);
    },
    close(): void {
      setOpenId(null);
      if (isOpenedHere(history.state)) history.back();
      else history.replaceState(null, '', addressWith(null));
    },
  };
}

/** Marks the history entry, so that closing goes back. */
const OPENED_HERE = { isSaleOpenedHere: true };

function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isSaleOpenedHere' in state;
}

function readId(search: string): string | null {
  return new URLSearchParams(search).get('id') || null;
}

function addressWith(id: string | null): string {
  const params = new URLSearchParams(location.search);
  if (id) params.set('id', id);
  else params.delete('id');
  const search = params.toString();
  return `${location.pathname}${search && `?${search}`}`;
}
