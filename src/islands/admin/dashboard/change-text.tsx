import { changeOf, type Days, daysText, type Figure } from '#src/wire/figures.ts';

type Props = { figure: Figure; previous: Days | null; today: string; format: (value: number) => string };

/** `+12,4% vs. 1 a 21 de outubro (R$ 16.388,30)` */
export function ChangeText({ figure, previous, today, format }: Props) {
  if (!previous || figure.before === null) return 'desde o início, sem comparação';
  const change = changeOf(figure);
  const before = (
    <>
      vs. {daysText(previous, today)} <span className="whitespace-nowrap">({format(figure.before)})</span>
    </>
  );
  if (change === null) {
    return (
      <>
        <span aria-hidden="true">— </span>
        {before}
      </>
    );
  }
  const color = change > 0 ? 'text-success' : change < 0 ? 'text-danger' : '';
  return (
    <>
      <span className={`font-medium tabular-nums ${color}`}>{percent.format(change / 100).replace('-', '−')}</span>{' '}
      {before}
    </>
  );
}

const percent = new Intl.NumberFormat('pt-BR', {
  style: 'percent',
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
