import { PRODUCT_FIELD_NAMES, PRODUCT_FIELDS } from '#src/wire/products/product-fields.ts';
import type { Tab } from '../product-tabs.ts';

/** `faq[0].answer` is on the page. */
export function tabOf(field: string): Tab {
  const [name] = field.split(/[.[]/);
  const known = PRODUCT_FIELD_NAMES.find((own) => own === name);
  return known ? PRODUCT_FIELDS[known].tab : 'data';
}
