import { dayText } from '#src/wire/basics/dates.ts';
import type { Purchase } from '#src/wire/purchases/purchases.ts';
import { Receipt } from './receipt.tsx';
import { Section } from './section.tsx';

/** What a paid renewal gives in the place of key and file. */
export function Renewed({ purchase }: { purchase: Purchase }) {
  const until = purchase.items[0]?.updates.until;
  return (
    <>
      <Section title="Atualizações">
        <p className="max-w-[60ch] text-muted">
          {until && `As versões novas chegam a você até ${dayText(until)}. `}A chave é a mesma, e não há nada a
          instalar.
        </p>
        <a href="/minhas-compras" className="button-2 mt-4 min-h-12 w-full sm:w-auto">
          Ver em Minhas compras
        </a>
      </Section>
      {purchase.customerEmail && <Receipt purchase={purchase} />}
    </>
  );
}
