import { styleNonce } from '#src/islands/ui/overlays/style-nonce.ts';
import { UNSENT_PICTURE } from '#src/wire/products/product-preview.ts';

/** The preview as its frame shows it: nothing in it runs, leads anywhere or takes the focus. */
export function readPreview(html: string, unsentPicture: string | null): Document {
  // Both documents are under the policy of the page around them, which knows the styles of its own alone. An attribute
  // that holds the same words stays whole, since the nonce has no quotes.
  const allowed = html.replaceAll('<style>', `<style nonce=${styleNonce() ?? ''}>`);
  const page = new DOMParser().parseFromString(allowed, 'text/html');
  for (const element of page.querySelectorAll('script, noscript, link[rel="preload"]')) element.remove();
  for (const link of page.querySelectorAll('a[href]')) link.removeAttribute('href');
  for (const control of page.querySelectorAll<HTMLElement>(CONTROLS)) control.tabIndex = -1;
  for (const picture of page.querySelectorAll(`img[src="${UNSENT_PICTURE}"]`)) {
    picture.setAttribute('src', unsentPicture ?? '');
    picture.removeAttribute('srcset');
  }
  // `public/theme.js` does this where scripts run.
  page.documentElement.classList.add('js');
  showTheme(page);
  return page;
}

const CONTROLS = 'button, input, select, textarea, summary';

export function showTheme(page: Document): void {
  const isDark = document.documentElement.classList.contains('dark');
  page.documentElement.classList.toggle('dark', isDark);
  page.documentElement.classList.toggle('light', !isDark);
}

/** Changes only what differs, so that pictures do not flash and the frame stays where it was scrolled to. */
export function patch(present: Element, wanted: Element): void {
  if (present.isEqualNode(wanted)) return;
  for (const { name } of [...present.attributes]) if (!wanted.hasAttribute(name)) present.removeAttribute(name);
  for (const { name, value } of wanted.attributes) {
    if (present.getAttribute(name) !== value) present.setAttribute(name, value);
  }
  const [before, after] = [[...present.childNodes], [...wanted.childNodes]];
  for (const [place, node] of after.entries()) {
    const old = before[place];
    if (!old) present.append(node);
    else if (isElement(old) && isElement(node) && old.tagName === node.tagName) patch(old, node);
    else if (!old.isEqualNode(node)) old.replaceWith(node);
  }
  for (const old of before.slice(after.length)) old.remove();
}

/** `instanceof` would fail: the elements of a frame are of its own window's kind. */
function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}
