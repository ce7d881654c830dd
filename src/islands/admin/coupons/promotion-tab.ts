import { useEffect, useState } from 'react';

export type PromotionTab = 'coupons' | 'recovery';

function promotionTabIn(search: string): PromotionTab {
  return new URLSearchParams(search).get('tab') === 'recovery' ? 'recovery' : 'coupons';
}

/** The address names the tab; the list of coupons begins anew when it is shown again. */
export function usePromotionTab(renderedSearch: string) {
  const [search, setSearch] = useState(renderedSearch);
  const tab = promotionTabIn(search);
  useEffect(() => {
    const follow = () =>
      setSearch((shown) => (promotionTabIn(location.search) === promotionTabIn(shown) ? shown : location.search));
    // Back may have been pressed before hydration.
    follow();
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  return {
    tab,
    search,
    open(wanted: PromotionTab): void {
      const next = wanted === 'recovery' ? '?tab=recovery' : '';
      // Radix reports a clicked tab twice, once for its focus.
      if (wanted !== promotionTabIn(location.search)) history.pushState(null, '', `${location.pathname}${next}`);
      setSearch(next);
    },
  };
}
