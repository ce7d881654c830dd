import { useEffect, useRef, useState } from 'react';
import { type Tab, tabIn } from './affiliate-tab.ts';

/** The tab in sight, kept in the address. `search` is the address with which it was opened, for the list in it. */
export function useTab(renderedSearch: string) {
  const [search, setSearch] = useState(renderedSearch);
  const tab = tabIn(search);

  // A step back within a tab is its list's own affair.
  const follow = useRef(() => {});
  follow.current = () => {
    if (tabIn(location.search) !== tab) setSearch(location.search);
  };
  useEffect(() => {
    const followAddress = () => follow.current();
    // A step back may have been made before this came to life.
    followAddress();
    addEventListener('popstate', followAddress);
    return () => removeEventListener('popstate', followAddress);
  }, []);

  return {
    tab,
    search,
    /** Each tab begins anew: the search of one means nothing in the other. */
    open(wanted: Tab, affiliateId?: string): void {
      const params = new URLSearchParams();
      if (wanted === 'sales') params.set('tab', 'sales');
      if (affiliateId) params.set('affiliate', affiliateId);
      const next = params.size > 0 ? `?${params}` : '';
      // The primitive says a tab twice that is clicked: once for its focus.
      if (next !== location.search) history.pushState(null, '', `${location.pathname}${next}`);
      setSearch(next);
    },
  };
}
