import { MOST_LICENSES, TEAM_LICENSES } from '#src/wire/products/most-licenses.ts';
import type { Order } from './use-order.ts';

type Props = { order: Order; hint: string; communityUrl: string };

/** A part of the order's form, whose buttons are posted without scripts as well. */
export function QuantityField({ order, hint, communityUrl }: Props) {
  const { chosen, refusals, chooseQuantity } = order;
  const { quantity } = chosen;
  // The button keeps the focus at the last number, too.
  const step = (wanted: number) => ({
    type: 'submit' as const,
    name: 'intent',
    'aria-disabled': wanted < 1 || wanted > MOST_LICENSES,
    onClick(event: { preventDefault(): void }) {
      event.preventDefault();
      chooseQuantity(wanted);
    },
    className:
      'grid min-h-11 w-11 place-items-center text-lg transition-colors hover:bg-raised aria-disabled:text-muted aria-disabled:opacity-50',
  });
  return (
    <fieldset className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-line border-b pb-5">
      <legend className="float-left min-w-44 flex-1">
        <span className="block font-semibold text-[.9375rem]">Quantas licenças?</span>
        <span className="text-muted text-sm">{hint}</span>
      </legend>
      <div className="flex overflow-hidden rounded-field border border-outline">
        <button {...step(quantity - 1)} value="fewer" aria-label="Uma licença a menos">
          −
        </button>
        <output className="grid w-12 place-items-center border-outline border-x bg-background font-semibold tabular-nums">
          {quantity}
        </output>
        <button {...step(quantity + 1)} value="more" aria-label="Uma licença a mais">
          +
        </button>
      </div>
      <input type="hidden" name="quantity" value={quantity} />
      {quantity >= TEAM_LICENSES && (
        <p className="w-full text-sm">
          Para equipes:{' '}
          <a href={communityUrl} target="_blank" rel="noopener" className="link">
            fale com a gente<span className="sr-only"> (abre em nova aba)</span>
          </a>
          .
        </p>
      )}
      {refusals.quantity && (
        <p role="alert" className="w-full text-danger text-sm">
          {refusals.quantity}
        </p>
      )}
    </fieldset>
  );
}
