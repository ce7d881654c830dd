import { useEffect, useState } from 'react';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/wire/basics/durations.ts';

const ANNOUNCED = [
  { belowMs: MINUTE_MS, text: 'Falta 1 minuto para o código expirar.' },
  { belowMs: 5 * MINUTE_MS, text: 'Faltam 5 minutos para o código expirar.' },
];

/** Screen readers hear it at five minutes and at one. */
export function Countdown({ leftMs, wholeMs }: { leftMs: number; wholeMs: number }) {
  return (
    <div className="rounded-card border border-line bg-surface p-4">
      <div className="flex items-baseline justify-between gap-4 text-[.9375rem]">
        <span>O código expira em</span>
        <span role="timer" className="code text-title-3">
          {clockText(leftMs)}
        </span>
      </div>
      <progress
        aria-hidden
        max={wholeMs}
        value={Math.min(leftMs, wholeMs)}
        className="mt-3 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-raised [&::-moz-progress-bar]:bg-petrol-500 [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-petrol-500"
      />
      <Announcement leftMs={leftMs} />
    </div>
  );
}

/** Live regions announce only changes, so the text is set after the first render. */
function Announcement({ leftMs }: { leftMs: number }) {
  const due = ANNOUNCED.find(({ belowMs }) => leftMs <= belowMs)?.text ?? '';
  const [announced, setAnnounced] = useState('');
  useEffect(() => setAnnounced(due), [due]);
  return (
    <span role="status" className="sr-only">
      {announced}
    </span>
  );
}

/** Writes `1:59:07`, and `29:41` under an hour. */
function clockText(leftMs: number): string {
  const parts = [Math.floor(leftMs / MINUTE_MS) % 60, Math.floor(leftMs / SECOND_MS) % 60];
  const hours = Math.floor(leftMs / HOUR_MS);
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return hours > 0 ? `${hours}:${clock}` : clock;
}
