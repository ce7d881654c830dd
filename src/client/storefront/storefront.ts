import { readCompatibility } from '#src/wire/products/hosts.ts';
import { FORGOTTEN, markCards } from './card-fit.ts';
import {
  $search,
  chooseCategory,
  chooseEditor,
  chooseSort,
  type Entry,
  findProducts,
  readUrl,
  resetSearch,
  type Search,
  sortOptionNamed,
  typeText,
  usuallySortBy,
} from './catalog-search.ts';

type Card = Entry & { element: HTMLElement };

export function searchCards(catalog: HTMLElement): void {
  const form = catalog.querySelector('form');
  const field = form?.querySelector<HTMLInputElement>('input[type=search]');
  const select = form?.querySelector('select');
  const list = catalog.querySelector<HTMLElement>('[data-cards]');
  const empty = catalog.querySelector<HTMLElement>('[data-empty]');
  const count = catalog.querySelector<HTMLElement>('[data-count]');
  if (!form || !field || !select || !list || !empty || !count) return;

  const isShelf = catalog.dataset['catalog'] === 'shelf';
  if (markCards()) offerOwnOrder(select, isShelf);
  let cards = [...list.querySelectorAll<HTMLElement>('[data-card]')].map(readCard);
  const chips = [...form.querySelectorAll<HTMLInputElement>('input[name=categoria]')];
  const categories = chips.map((chip) => chip.value);
  const links = [...form.querySelectorAll<HTMLElement>('[data-editor]')];
  const editors = links.map(editorOf);

  form.addEventListener('submit', (event) => event.preventDefault());
  field.addEventListener('input', () => {
    typeText(field.value);
    showResults(list);
  });
  select.addEventListener('change', () => chooseSort(sortOptionNamed(select.value)));
  for (const chip of chips) chip.addEventListener('change', () => chooseCategory(chip.value));
  for (const link of links) {
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      chooseEditor(editorOf(link));
    });
  }
  empty.querySelector('button')?.addEventListener('click', () => {
    resetSearch();
    field.focus();
  });
  const read = () => readUrl({ categories, editors, orders: [...select.options].map(({ value }) => value) });
  addEventListener('popstate', read);
  addEventListener(FORGOTTEN, () => {
    select.namedItem(OWN_ORDER)?.remove();
    usuallySortBy('lancamento');
    cards = cards.map(({ element }) => readCard(element));
    read();
  });

  read();
  $search.subscribe(show);
  document.documentElement.classList.remove('is-filtering');
  if (field.value && scrollY === 0) (isNarrow() ? list : catalog).scrollIntoView({ behavior: 'instant' });

  function show(search: Search): void {
    if (field && field.value !== search.text) field.value = search.text;
    if (select) select.value = search.order;
    for (const chip of chips) chip.checked = chip.value === search.category;
    for (const link of links) link.toggleAttribute('aria-current', false);
    links.find((link) => editorOf(link) === search.editor)?.setAttribute('aria-current', 'true');
    catalog.toggleAttribute('data-searching', search.text !== '');
    const found = findProducts(cards, search);
    for (const { element } of cards) element.hidden = true;
    for (const { element } of found) element.hidden = false;
    if (list) arrange(list, found);
    if (empty) empty.hidden = found.length > 0;
    if (count) announceSoon(count, countText(found.length));
  }
}

export function replaceBrokenPictures(placeholder: string): void {
  for (const picture of document.querySelectorAll<HTMLImageElement>('img[data-picture]')) {
    const replace = () => {
      picture.removeAttribute('srcset');
      if (!picture.src.endsWith(placeholder)) picture.src = placeholder;
    };
    picture.addEventListener('error', replace);
    // The picture may have failed before this script ran.
    if (picture.complete && picture.naturalWidth === 0) replace();
  }
}

const OWN_ORDER = 'meu-editor';

/** A shelf has this order where nobody chooses another. */
function offerOwnOrder(select: HTMLSelectElement, isUsual: boolean): void {
  const option = new Option('Meu editor', OWN_ORDER);
  option.id = OWN_ORDER;
  select.add(option, 0);
  if (isUsual) usuallySortBy(OWN_ORDER);
}

/** The keyboard covers half the screen of a phone, so the results come up under the search bar. */
function showResults(list: HTMLElement): void {
  if (isNarrow()) list.scrollIntoView({ behavior: 'instant' });
}

function isNarrow(): boolean {
  return matchMedia('(width < 48rem)').matches;
}

/** Waits so that screen readers announce only the last count while somebody types. */
const ANNOUNCE_DELAY_MS = 300;
let announcing: ReturnType<typeof setTimeout> | undefined;

const MISFIT: Record<string, number> = { yes: 0, untested: 1, '': 2, no: 3 };

function readCard(element: HTMLElement): Card {
  const { name = '', price = '', category = '', compatibility, terms = '', fit } = element.dataset;
  const { hosts } = readCompatibility(compatibility ?? '');
  const description = element.querySelector('p')?.textContent.trim() ?? '';
  const editors = hosts.map(({ host }) => host);
  return {
    element,
    name,
    description,
    priceCents: Number(price),
    category,
    editors,
    terms,
    misfit: MISFIT[fit ?? ''] ?? 2,
  };
}

function editorOf(link: HTMLElement): string {
  return link.dataset['editor'] ?? '';
}

function arrange(list: HTMLElement, found: readonly Card[]): void {
  const present = [...list.children].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && !child.hidden,
  );
  const isArranged = found.every(({ element }, position) => element === present[position]);
  if (!isArranged) list.prepend(...found.map(({ element }) => element));
}

function countText(found: number): string {
  if (found === 0) return 'Nenhum plugin';
  return found === 1 ? '1 plugin' : `${found} plugins`;
}

function announceSoon(count: HTMLElement, text: string): void {
  clearTimeout(announcing);
  if (count.textContent === text) return;
  announcing = setTimeout(() => {
    count.textContent = text;
  }, ANNOUNCE_DELAY_MS);
}
