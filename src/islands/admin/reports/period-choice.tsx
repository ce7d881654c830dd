import { useId, useState } from 'react';
import { useChosenInView } from '#src/islands/admin/use-chosen-in-view.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { DateField } from '#src/islands/ui/fields/date-field.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { dayText } from '#src/wire/basics/dates.ts';
import { type DayPeriod, PERIOD_PRESETS } from '#src/wire/basics/periods.ts';
import type { AnalyticsView } from './analytics-url.ts';

type Props = {
  choice: AnalyticsView['choice'];
  period: DayPeriod;
  onChoose: (choice: AnalyticsView['choice']) => void;
};

export function PeriodChoice({ choice, period, onChoose }: Props) {
  /** Choosing another named period closes the custom one. */
  const [openedAt, setOpenedAt] = useState<AnalyticsView['choice'] | null>(null);
  const isOwn = typeof choice !== 'string' || choice === openedAt;
  const row = useChosenInView<HTMLDivElement>();
  return (
    <div className="grid grid-cols-1 gap-3 pt-2">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="period" className="text-base">
          Período
        </h2>
        <p role="status" className="text-sm text-muted tabular-nums">
          {periodText(period)}
        </p>
      </div>
      <fieldset className="min-w-0">
        <legend className="sr-only">Período</legend>
        <div ref={row} className="chips">
          {PERIOD_PRESETS.map(({ id, label }) => (
            <Chip
              key={id}
              label={label}
              isChecked={!isOwn && choice === id}
              onCheck={() => {
                setOpenedAt(null);
                onChoose(id);
              }}
            />
          ))}
          <Chip label="Outras datas" isChecked={isOwn} onCheck={() => setOpenedAt(choice)} />
        </div>
      </fieldset>
      {isOwn && (
        <OwnDays
          period={period}
          onChoose={(days) => {
            setOpenedAt(days);
            onChoose(days);
          }}
        />
      )}
    </div>
  );
}

function Chip({ label, isChecked, onCheck }: { label: string; isChecked: boolean; onCheck: () => void }) {
  return (
    <label className="chip">
      <input type="radio" name="period" className="sr-only" checked={isChecked} onChange={onCheck} />
      {label}
    </label>
  );
}

function OwnDays({ period, onChoose }: Omit<Props, 'choice'>) {
  const [from, setFrom] = useState(period.from ?? '');
  const [to, setTo] = useState(period.to ?? '');
  const [error, setError] = useState<string | null>(null);
  // Back may change the period while the fields are open.
  const [shown, setShown] = useState(period);
  if (shown.from !== period.from || shown.to !== period.to) {
    setShown(period);
    setFrom(period.from ?? '');
    setTo(period.to ?? '');
  }
  const id = useId();
  const change = (set: (day: string) => void) => (day: string) => {
    set(day);
    setError(null);
  };
  return (
    <Form
      id={id}
      className="flex flex-wrap items-start gap-3"
      onSubmit={() => {
        if (from && to && from > to) return setError('O último dia não pode vir antes do primeiro.');
        onChoose(from || to ? { from: from || null, to: to || null } : 'all');
      }}
    >
      <div className="w-full sm:w-44">
        <DateField label="De" size="small" min="2000-01-01" max="2099-12-31" value={from} onChange={change(setFrom)} />
      </div>
      <div className="w-full sm:w-44">
        <DateField
          label="Até"
          size="small"
          min="2000-01-01"
          max="2099-12-31"
          value={to}
          error={error}
          onChange={change(setTo)}
        />
      </div>
      <div className="grid h-10 sm:mt-7.5">
        <Button type="submit" size="small">
          Mostrar período
        </Button>
      </div>
    </Form>
  );
}

function periodText({ from, to }: DayPeriod): string {
  const day = (text: string) => dayText(text);
  if (from && to) return from === to ? day(from) : `${day(from)} a ${day(to)}`;
  if (from) return `desde ${day(from)}`;
  return to ? `até ${day(to)}` : 'desde a primeira venda';
}
