import { Fragment } from 'react';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { chosenId, groupName, groupsOf, pluginNamesOf } from '#src/wire/purchases/items.ts';
import { numberText } from '#src/wire/purchases/purchase-number.ts';
import type { Purchase } from '#src/wire/purchases/purchases.ts';
import { Section } from './section.tsx';

export function OrderFacts({ purchase, communityUrl }: { purchase: Purchase; communityUrl: string }) {
  return (
    <Section title="Detalhes da compra">
      <dl className="grid gap-x-6 gap-y-2 grid-cols-[auto_minmax(0,1fr)] text-[.9375rem]">
        {groupsOf(purchase.items, chosenId).map((group) => {
          const [{ id, kitName }] = group;
          return (
            <Fragment key={id}>
              <Fact name="Produto" value={groupName(group)} />
              {kitName && <Fact name="No kit" value={pluginNamesOf({ items: group })} />}
              {(kitName ? group : group.slice(0, 1)).map(({ id, productName, licenseTerms, termsVersion }) => {
                const of = kitName ? `${productName}: ` : '';
                return (
                  <Fragment key={id}>
                    <Fact name="Licença" value={of + licenseTerms} />
                    {termsVersion && <Fact name="Termos" value={`${of}Versão ${termsVersion}, aceita na compra`} />}
                  </Fragment>
                );
              })}
            </Fragment>
          );
        })}
        <Fact name="Valor" value={purchase.totalAmount} />
        {purchase.couponCode && <Fact name="Cupom" value={purchase.couponCode} />}
        <Fact name="Data" value={formatDayTime(purchase.createdAt)} />
        <Fact name="Pedido" value={numberText(purchase)} />
        <Fact name="Número" value={purchase.id} />
      </dl>
      <p className="mt-5 border-line border-t pt-4 text-[.9375rem] text-muted">
        Alguma dúvida? Fale com a gente com o número da compra em mãos.{' '}
        <a
          href={communityUrl}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center font-semibold link"
        >
          Falar com o suporte<span className="sr-only"> (abre em nova aba)</span>
        </a>
      </p>
    </Section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className={`min-w-0 wrap-anywhere ${FACT_STYLES[name] ?? ''}`}>{value}</dd>
    </>
  );
}

/** The number is on one line, or on the narrowest phones on two that are equally long. */
const FACT_STYLES: Record<string, string> = {
  Cupom: 'code',
  Pedido: 'code',
  Número: 'code text-mini leading-6 max-[24.3rem]:max-w-[16.5ch]',
};
