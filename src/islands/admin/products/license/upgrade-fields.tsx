import { useRead } from '#src/islands/admin/use-read.ts';
import { MoneyField } from '#src/islands/ui/fields/money-field.tsx';
import { Switch } from '#src/islands/ui/fields/switch.tsx';
import type { AdminProduct } from '#src/wire/products/products.ts';
import type { DraftProps } from '../page/use-draft.ts';
import { PRODUCTS_PATH } from '../products-path.ts';

/** Who owns one of the chosen products pays another price for this one. */
export function UpgradeFields({ draft, name }: DraftProps & { name: string }) {
  const { values, stored, errorOf, change } = draft;
  const { upgradesFrom } = values;
  const { data: products = [] } = useRead<AdminProduct[]>(PRODUCTS_PATH);
  const named = new Map(products.map((product) => [product.id, product.name]));
  const gone = stored.upgradesFrom.filter((id) => products.length > 0 && !named.has(id));
  const offered = [...products.filter((product) => product.name !== name).map(({ id }) => id), ...gone];
  const choose = (id: string, isChosen: boolean) =>
    change({ upgradesFrom: isChosen ? [...upgradesFrom, id] : upgradesFrom.filter((one) => one !== id) });
  const error = errorOf('upgradesFrom');
  return (
    <fieldset className="grid gap-4 border-line border-t pt-5">
      <legend className="float-left mb-2 text-sm font-medium">Upgrade de outro produto</legend>
      <div className="clear-both grid max-h-44 grid-cols-1 gap-x-4 overflow-y-auto rounded-field border border-line p-2 sm:grid-cols-2">
        {offered.map((id) => (
          <label key={id} className="flex min-h-8 items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={upgradesFrom.includes(id)}
              onChange={({ target }) => choose(id, target.checked)}
              className="size-4.5 shrink-0 accent-petrol-700"
            />
            <span className="min-w-0 wrap-anywhere">{named.get(id) ?? 'Produto excluído'}</span>
          </label>
        ))}
      </div>
      {error && <p className="text-danger text-table">{error}</p>}
      {upgradesFrom.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          <MoneyField
            label="Preço do upgrade"
            size="small"
            hint="Para quem já tem um dos marcados. A página diz isso ao lado do preço."
            value={values.upgradePrice}
            error={errorOf('upgradePrice')}
            onChange={(upgradePrice) => change({ upgradePrice })}
          />
          <Switch
            label="A chave nova substitui a antiga"
            hint="A antiga é revogada na entrega, e volta se o upgrade for reembolsado."
            isOn={values.replacesKey}
            onChange={(replacesKey) => change({ replacesKey })}
          />
        </div>
      )}
    </fieldset>
  );
}
