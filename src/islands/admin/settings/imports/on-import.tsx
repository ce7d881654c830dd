import { Check, Minus } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#src/islands/ui/button.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import type { StoreImport } from '#src/wire/imports/imports.ts';

type Props = {
  shown: StoreImport;
  rates: Record<string, string>;
  announces: boolean;
  isBusy: boolean;
  onRate: (currency: string, rate: string) => void;
  onAnnounce: (announces: boolean) => void;
  onLeave: () => void;
  onRun: () => void;
};

const HAPPENS = [
  'Cada chave fica com quem comprou',
  'As pessoas entram em Minhas compras pelo e-mail',
  'Produtos novos nascem inativos',
];
const STAYS = [
  'Sem recibo, comissão ou cupom',
  'Fora da conferência com o banco',
  'Fora das estatísticas, a não ser que você ligue o histórico',
];

export function OnImport({ shown, rates, announces, isBusy, onRate, onAnnounce, onLeave, onRun }: Props) {
  const id = useId();
  const [isTried, setTried] = useState(false);
  const isMissing = ({ currency, rate }: StoreImport['rates'][number]) => (rates[currency] ?? rate ?? '').trim() === '';
  const { people, sales } = shown.counts;
  const many = (count: number, one: string, other: string) =>
    `${count.toLocaleString('pt-BR')} ${count === 1 ? one : other}`;
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="grid min-w-0 gap-4 rounded-card border border-line bg-surface p-4 xl:sticky xl:top-8"
    >
      <h3 id={`${id}-title`} className="text-sm">
        Ao importar
      </h3>
      <ul className="grid gap-2 text-sm">
        {HAPPENS.map((sentence) => (
          <li key={sentence} className="flex gap-2.5">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
            {sentence}
          </li>
        ))}
        {STAYS.map((sentence) => (
          <li key={sentence} className="flex gap-2.5 text-muted">
            <Minus aria-hidden className="mt-0.5 size-4 shrink-0" />
            {sentence}
          </li>
        ))}
      </ul>
      {shown.rates.length > 0 && (
        <div className="grid gap-3 border-t border-line pt-4">
          {shown.rates.map(({ currency, rate }) => (
            <TextField
              key={currency}
              label={`Quanto vale 1 ${currency} em R$`}
              size="small"
              inputMode="decimal"
              placeholder="5,40"
              error={isTried && isMissing({ currency, rate }) ? 'Escreva o valor em reais.' : undefined}
              value={rates[currency] ?? rate ?? ''}
              onChange={(event) => onRate(currency, event.target.value)}
            />
          ))}
        </div>
      )}
      <Announcing people={people} announces={announces} onAnnounce={onAnnounce} />
      <div className="grid gap-2">
        <Button
          variant="primary"
          isWide
          isBusy={isBusy}
          busyLabel="Começando..."
          disabled={sales === 0}
          onClick={() => {
            setTried(true);
            if (!shown.rates.some(isMissing)) onRun();
          }}
        >
          Importar {many(sales, 'venda', 'vendas')}
        </Button>
        <Button variant="quiet" size="small" isWide onClick={onLeave}>
          Voltar
        </Button>
      </div>
      <p className="text-center text-mini text-muted">Dá para desfazer até alguém usar o que veio.</p>
    </section>
  );
}

function Announcing({ people, announces, onAnnounce }: Pick<Props, 'announces' | 'onAnnounce'> & { people: number }) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5 border-t border-line pt-4">
      <input
        id={id}
        type="checkbox"
        checked={announces}
        aria-describedby={`${id}-note`}
        onChange={(event) => onAnnounce(event.target.checked)}
        className="relative mt-0.5 size-4.5 shrink-0 cursor-pointer accent-petrol-700"
      />
      <div className="min-w-0 text-sm">
        <label htmlFor={id} className="cursor-pointer">
          {people === 1 ? 'Avisar a pessoa' : `Avisar as ${people.toLocaleString('pt-BR')} pessoas`}
        </label>
        <p id={`${id}-note`} className="mt-0.5 text-mini text-muted">
          “Sua licença agora mora aqui. Nada muda no plugin.” Ninguém recebe nada sem esta marca.
        </p>
      </div>
    </div>
  );
}
