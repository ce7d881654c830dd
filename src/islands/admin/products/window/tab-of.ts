import { FIELDS_OF_TABS } from '#src/wire/products/product-fields.ts';
import { TABS, type Tab } from '../product-tabs.ts';

/** `faq[0].answer` is on the page. */
export function tabOf(field: string): Tab {
  const [name = ''] = field.split(/[.[]/);
  return TABS.find(({ value }) => value !== 'versions' && Object.hasOwn(FIELDS_OF_TABS[value], name))?.value ?? 'data';
}
