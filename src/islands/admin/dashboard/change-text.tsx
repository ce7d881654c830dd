import { changeOf, type Days, daysText, pointsBetween } from '#src/wire/reports/figures.ts';

type Props = {
  figure: { value: number | null; before: number | null };
  previous: Days | null;
  today: string;
  format: (value: number) => string;
  /** It says which way is good news; none where it depends. */
  better?: 'more' | 'less' | 'none';
  /** A rate changes by points: 60% after 50% is +10 p.p. */
  isRate?: boolean;
};

/** It says `+12,4% vs. 1 a 21 de outubro (R$ 16.388,30)`. */
export function ChangeText({ figure, previous, today, format, better = 'more', isRate = false }: Props) {
  if (!previous) return 'desde o início, sem comparação';
  const change = isRate ? pointsBetween(figure) : changeOf(figure);
  const before = (
    <>
      vs. {daysText(previous, today)}{' '}
      <span className="whitespace-nowrap">({figure.before === null ? '—' : format(figure.before)})</span>
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
  const text = isRate ? `${points.format(change)} p.p.` : percent.format(change / 100);
  return (
    <>
      <span className={`font-medium whitespace-nowrap ${colorOf(change, better)}`}>{text.replace('-', '−')}</span>{' '}
      {before}
    </>
  );
}

function colorOf(change: number, better: NonNullable<Props['better']>): string {
  if (change === 0 || better === 'none') return '';
  return change > 0 === (better === 'more') ? 'text-success' : 'text-danger';
}

const DIGITS = { signDisplay: 'exceptZero', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
const percent = new Intl.NumberFormat('pt-BR', { ...DIGITS, style: 'percent' });
const points = new Intl.NumberFormat('pt-BR', DIGITS);
