/**
 * By itself the bundler makes a file for each set of entries that share a module: some hundred requests for one screen of the
 * back-office. Here most screens share one file, and the pages of buyers keep what they load alone.
 */
/** One file of what pages load together, instead of many small ones that compress badly. */
const inOneFile = (name, ...files) => ({ name, test: (id) => files.some((file) => id.endsWith(`/${file}`)) });

const icons = (...names) => names.map((name) => `node_modules/lucide-react/dist/esm/icons/${name}.mjs`);

const NAMED = [
  inOneFile(
    'react-with-icons',
    ...icons('check', 'chevron-down', 'chevron-right', 'circle-exclamation-point', 'ticket-percent', 'x'),
  ),
  // Those of the back-office's frame and of most of its screens.
  inOneFile(
    'desk-icons',
    ...icons('arrow-up-right', 'chart-no-axes-combined', 'circle-percent', 'circle-question-mark', 'file-text'),
    ...icons('handshake', 'key-round', 'layout-dashboard', 'log-out', 'menu', 'monitor', 'moon', 'package'),
    ...icons('receipt-text', 'scroll-text', 'search', 'settings', 'star', 'sun', 'users', 'webhook'),
    ...icons('circle-check', 'download', 'info', 'pencil', 'plus', 'send', 'trash', 'triangle-exclamation-point'),
  ),
  inOneFile(
    'shop',
    'node_modules/nanostores/atom/index.js',
    'src/client/page/clipboard.ts',
    'src/client/page/copy-on-click.ts',
    'src/client/page/next-page-toast.ts',
    'src/client/storefront/storefront-bar.ts',
    'src/client/page/theme.ts',
    'src/client/page/toast.ts',
    'src/client/storefront/traffic-origin.ts',
    'src/islands/ui/on-first-interaction.ts',
    'src/islands/ui/overlays/toast-place.ts',
    'src/islands/video/play-on-demand.ts',
  ),
  inOneFile('calls', 'src/client/api.ts'),
  inOneFile('payments', 'src/client/checkout/checkout-draft.ts', 'src/client/checkout/payments.ts'),
  inOneFile(
    'fields',
    'src/islands/ui/fields/field.tsx',
    'src/islands/ui/fields/text-field.tsx',
    'src/islands/ui/states/spinner.tsx',
  ),
  inOneFile('wording', 'src/islands/ui/no-wrap.ts', 'src/wire/purchases/items.ts'),
  inOneFile('copying', ...icons('copy'), 'src/islands/ui/copy/use-copy.ts'),
  inOneFile('days', 'src/wire/basics/dates.ts', 'src/wire/basics/durations.ts', 'src/wire/basics/periods.ts'),
];

const SCREEN = /\/islands\/admin\//;
/** These are on each screen. */
const FRAME = /\/islands\/admin\/(?:frame|palette)\//;
/** These have no table, and load nothing of one. */
const PLAIN_SCREEN = /\/(?:dashboard|settings)\.tsx$/;
const SHOP = /astro\?astro|\/islands\/(?:checkout|purchase|delivery|video)\//;
const SHOP_AT_ONCE = /\/islands\/checkout\//;
const ON_BOTH = /\/islands\/ui\//;
/** Of some twenty-five. */
const SEVERAL_SCREENS = 9;
const MOST_SCREENS = 16;

const reached = new Map();

/** From where a module is loaded: by how many screens, and by which entries of the shop. */
function reachOf(id, graph) {
  // All icons are imported by their index, of which nothing is left in the end.
  if (id.includes('/lucide-react/')) return { screens: 0 };
  const known = reached.get(id);
  if (known) return known;
  const reach = { screens: 0, ofPlainScreen: false, ofShop: false, atOnce: [] };
  const importers = new Set([id]);
  for (const importer of importers) {
    const module = graph.getModuleInfo(importer);
    if (!module) continue;
    const { isEntry } = module;
    const isLoadedLater = module.dynamicImporters.length > 0;
    if (isEntry && SCREEN.test(importer)) reach.screens += FRAME.test(importer) ? MOST_SCREENS : 1;
    if (PLAIN_SCREEN.test(importer)) reach.ofPlainScreen = true;
    if ((isEntry || isLoadedLater) && SHOP.test(importer)) reach.ofShop = true;
    if (isEntry ? SHOP.test(importer) || ON_BOTH.test(importer) : isLoadedLater && SHOP_AT_ONCE.test(importer)) {
      reach.atOnce.push(importer);
    }
    for (const next of module.importers) importers.add(next);
  }
  reached.set(id, reach);
  return reach;
}

const sharedWith = [];

/** What the same entries of the shop load at once is one file. */
function nameShared(id, graph) {
  const { screens, ofShop, atOnce } = reachOf(id, graph);
  if (screens < SEVERAL_SCREENS || !(ofShop || atOnce.length > 0)) return null;
  const entries = atOnce.sort().join();
  if (!sharedWith.includes(entries)) sharedWith.push(entries);
  return `shared-${sharedWith.indexOf(entries)}`;
}

function nameOfDesk(id, graph) {
  const { screens, ofPlainScreen } = reachOf(id, graph);
  if (screens < SEVERAL_SCREENS) return null;
  return screens >= MOST_SCREENS || ofPlainScreen ? 'desk' : 'desk-lists';
}

export const SCRIPT_FILES = [...NAMED, { name: nameShared }, { name: nameOfDesk }];
