import { ShopSign } from '#src/islands/ui/shop-sign.tsx';
import type { SectionForm } from './use-section-form.ts';

/** It shows the shop with what is typed, before it is saved. */
export function ShopPreview({ form }: { form: SectionForm }) {
  return (
    <div>
      <p className="text-sm font-medium">Como fica</p>
      <div aria-hidden className="mt-2 grid gap-3 sm:grid-cols-2">
        {['light', 'dark'].map((theme) => (
          <div
            key={theme}
            data-accent={String(form.valueOf('accent'))}
            className={`${theme} min-w-0 rounded-card border border-line bg-background p-4 text-foreground`}
          >
            <p className="flex items-center gap-2">
              <ShopSign logo={String(form.valueOf('logo'))} size={20} />
              <span className="condensed truncate text-sm font-bold">{String(form.valueOf('storeName'))}</span>
            </p>
            <p className="condensed mt-3 text-title-3 font-semibold">Grade Cinema</p>
            <p className="mt-2 flex flex-wrap items-center gap-3">
              <span className="button-1 min-h-9 px-3.5 text-sm">Comprar agora</span>
              <span className="price">R$ 189,90</span>
            </p>
          </div>
        ))}
      </div>
    </div>
  );
}
