import { useEffect, useState } from 'react';

/** The address names the tab, whose list begins anew when it is shown again; Back within a tab is handled by its list. */
export function useTabInUrl<Tab extends string>(renderedSearch: string, tabIn: (search: string) => Tab) {
  const [search, setSearch] = useState(renderedSearch);
  useEffect(() => {
    const follow = () => setSearch((shown) => (tabIn(location.search) === tabIn(shown) ? shown : location.search));
    // Back may have been pressed before hydration.
    follow();
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [tabIn]);
  return {
    tab: tabIn(search),
    search,
    open(params: Record<string, string>): void {
      const next = Object.keys(params).length > 0 ? `?${new URLSearchParams(params)}` : '';
      // Radix reports a clicked tab twice, once for its focus.
      if (next !== location.search) history.pushState(null, '', `${location.pathname}${next}`);
      setSearch(next);
    },
  };
}
