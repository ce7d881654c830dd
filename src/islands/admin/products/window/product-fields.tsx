import { type RefObject, useState } from 'react';
import { lazyPanel } from '#src/islands/admin/form/lazy-panel.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import type { Category } from '#src/wire/products/categories.ts';
import { ProductForm } from '../product-form.tsx';
import type { Tab } from '../product-tabs.ts';
import type { ProductWindow } from './use-product-window.ts';

const PageForm = lazyPanel(async () => (await import('../page/page-form.tsx')).PageForm);
const CompatibilityForm = lazyPanel(async () => (await import('../page/compatibility-form.tsx')).CompatibilityForm);
const LicenseForm = lazyPanel(async () => (await import('../license/license-form.tsx')).LicenseForm);

type Props = {
  window: ProductWindow;
  tab: Tab;
  formId: string;
  element: RefObject<HTMLFormElement | null>;
  categories: Category[];
  onNewCategory: () => void;
};

/** All tabs are one form, so that one save sends them. */
export function ProductFields({ window: product, tab, formId, element, categories, onNewCategory }: Props) {
  const opened = useOpenedTabs(tab);
  const { product: stored, form, draft } = product;
  return (
    <Form ref={element} id={formId} onSubmit={() => product.send()}>
      <div hidden={tab !== 'data'}>
        <ProductForm window={product} categories={categories} onNewCategory={onNewCategory} />
      </div>
      {stored && opened.has('page') && (
        <div hidden={tab !== 'page'}>
          <PageForm draft={draft} product={stored} />
        </div>
      )}
      {stored && opened.has('compatibility') && (
        <div hidden={tab !== 'compatibility'}>
          <CompatibilityForm draft={draft} product={stored} />
        </div>
      )}
      {stored && opened.has('license') && (
        <div hidden={tab !== 'license'}>
          <LicenseForm
            draft={draft}
            name={form.watch('name')}
            requiresActivation={form.watch('requiresActivation')}
            updatePolicy={form.watch('updatePolicy')}
          />
        </div>
      )}
    </Form>
  );
}

/** They stay as they were typed when another tab is looked at. */
function useOpenedTabs(tab: Tab): ReadonlySet<Tab> {
  const [opened, setOpened] = useState<ReadonlySet<Tab>>(new Set([tab]));
  if (!opened.has(tab)) setOpened(new Set([...opened, tab]));
  return opened;
}
