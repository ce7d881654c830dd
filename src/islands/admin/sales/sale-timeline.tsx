import { formatDay, formatDayTime } from '#src/wire/basics/dates.ts';
import { describeSaleEvent, describeSource, type SaleEventTone } from '#src/wire/sales/sale-events.ts';
import type { SaleEvent } from '#src/wire/sales/sales.ts';

export function SaleTimeline({ events }: { events: SaleEvent[] }) {
  return (
    <section aria-labelledby="sale-timeline">
      <h3 id="sale-timeline" className="mb-2 text-sm">
        Linha do tempo
      </h3>
      <ol className="text-table">
        {events.map((event, at) => (
          <Point
            // biome-ignore lint/suspicious/noArrayIndexKey: points are only ever added, at the end
            key={at}
            event={event}
            isNewDay={isOnAnotherDay(event, events[at - 1])}
            isLast={at === events.length - 1}
          />
        ))}
      </ol>
    </section>
  );
}

function Point({ event, isNewDay, isLast }: { event: SaleEvent; isNewDay: boolean; isLast: boolean }) {
  const { sentence, tone } = describeSaleEvent(event);
  const source = describeSource(event);
  return (
    <li className="grid grid-cols-[3rem_1.25rem_minmax(0,1fr)] gap-x-2">
      {isNewDay && (
        <>
          <span />
          <span aria-hidden="true" className={TRACK} />
          <span className="pt-1 pb-1.5 font-mono text-mini text-muted">{formatDay(event.at)}</span>
        </>
      )}
      <time dateTime={event.at} className="pt-1 text-right font-mono text-mini leading-5 text-muted tabular-nums">
        {formatDayTime(event.at).slice(-5)}
      </time>
      <span aria-hidden="true" className={`relative ${TRACK}`}>
        <span
          className={`absolute top-1.5 left-1/2 -translate-x-1/2 ${isLast ? PLAYHEAD : `${CLIP} ${COLORS[tone]}`}`}
        />
      </span>
      <span className={`min-w-0 pt-1 pb-2 leading-5 ${isLast ? 'font-semibold' : ''}`}>
        {sentence}
        {!sentence.includes(source) && (
          <span className="font-normal text-mini text-muted">
            {'\u00a0· '}
            <span className="whitespace-nowrap">{source}</span>
          </span>
        )}
      </span>
    </li>
  );
}

function isOnAnotherDay(event: SaleEvent, before: SaleEvent | undefined): boolean {
  return !before || formatDay(event.at) !== formatDay(before.at);
}

// A tick every 8 px.
const TRACK =
  'bg-[linear-gradient(90deg,transparent_calc(50%-.5px),var(--line)_0_calc(50%+.5px),transparent_0),repeating-linear-gradient(180deg,var(--line)_0_1px,transparent_1px_8px)] bg-[length:100%_100%,6px_100%] bg-[position:0_0,50%_0] bg-no-repeat';
const CLIP = 'h-4 w-2 rounded-[3px] bg-current ring-2 ring-surface';
const PLAYHEAD =
  'h-4 w-3 bg-orange-500 [clip-path:polygon(0_0,100%_0,100%_55%,50%_100%,0_55%)] motion-safe:animate-enter';
const COLORS = {
  neutral: 'text-outline',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
} satisfies Record<SaleEventTone, string>;
