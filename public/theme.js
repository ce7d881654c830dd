/* Runs before the first paint, so that nothing flashes. src/client/page/theme.ts announces a choice with the event 'theme'. */
(() => {
  const root = document.documentElement;
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
  let choice = stored();
  show();
  root.classList.add('js');

  /* In the style sheet it would come too late: browsers give a transition up at the first style without it, the fonts'. */
  if ('adoptedStyleSheets' in document) {
    const transition = new CSSStyleSheet();
    transition.replaceSync('@media (prefers-reduced-motion: no-preference) { @view-transition { navigation: auto } }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, transition];
  }

  /* Keeps room for what cards say of the visitor's editor, and shows skeletons until src/client/storefront/storefront.ts has chosen the cards. */
  const hasSetup = stored('setup') !== null;
  root.classList.toggle('has-setup', hasSetup);
  const isSearched = /[?&](q|ordem|categoria)=[^&]/.test(location.search);
  const isShelf = /^\/(categorias|editores)\//.test(location.pathname);
  if (isShelf ? isSearched || hasSetup : isSearched && location.pathname === '/') {
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
