import { useEffect, useRef, useState } from 'react';
import { type Tab, tabIn } from './affiliate-tab.ts';

export function useTab(renderedSearch: string) {
  const [search, setSearch] = useState(renderedSearch);
  const tab = tabIn(search);

  // Back within a tab is handled by its list.
  const follow = useRef(() => {});
  follow.current = () => {
    if (tabIn(location.search) !== tab) setSearch(location.search);
  };
  useEffect(() => {
    const followAddress = () => follow.current();
    // Back may have been pressed before hydration.
    followAddress();
    addEventListener('popstate', followAddress);
    return () => removeEventListener('popstate', followAddress);
  }, []);

  return {
    tab,
    search,
    open(wanted: Tab, affiliateId?: string): void {
      const params = new URLSearchParams();
      if (wanted === 'sales') params.set('tab', 'sales');
      if (affiliateId) params.set('affiliate', affiliateId);
      const next = params.size > 0 ? `?${params}` : '';
      // Radix reports a clicked tab twice, once for its focus.
      if (next !== location.search) history.pushState(null, '', `${location.pathname}${next}`);
      setSearch(next);
    },
  };
}
