/* Runs before the first paint, so that nothing flashes. src/client/theme.ts announces a choice with the event 'theme'. */
(() => {
  const root = document.documentElement;
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
  let choice = stored();
  show();
  root.classList.add('js');

  /* Pages change into each other. In the style sheet this would come too late: the browser gives a transition up, with an
     error, at the first style that does not mention it, and that is the fonts'. */
  if ('adoptedStyleSheets' in document) {
    const transition = new CSSStyleSheet();
    transition.replaceSync('@media (prefers-reduced-motion: no-preference) { @view-transition { navigation: auto } }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, transition];
  }

  /* A filter in the address: the grid shows its skeletons until src/client/storefront.ts has chosen the cards. */
  if (location.pathname === '/' && /[?&](q|ordem|categoria)=[^&]/.test(location.search)) {
    root.classList.add('is-filtering');
    addEventListener('load', () => root.classList.remove('is-filtering'));
  }

  /* The owner's card 'Pronto para vender', folded before it is seen. */
  if (stored('readiness') === 'folded') root.dataset.readiness = 'folded';

  systemIsDark.addEventListener('change', show);
  document.addEventListener('DOMContentLoaded', show);
  addEventListener('theme', (event) => {
    choice = event.detail;
    show();
  });
  addEventListener('storage', (event) => {
    if (event.key !== 'theme' && event.key !== null) return;
    choice = stored();
    show();
  });

  function stored(name = 'theme') {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  }

  function show() {
    const isDark = choice === 'dark' || (choice !== 'light' && systemIsDark.matches);
    root.classList.toggle('dark', isDark);
    root.classList.toggle('light', !isDark);
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.media = meta.id === (isDark ? 'dark-color' : 'light-color') ? 'all' : 'not all';
    }
  }
})();
