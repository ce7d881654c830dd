import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { Spinner } from '#src/islands/ui/states/spinner.tsx';
import type { Finding } from '#src/wire/upkeep/findings.ts';
import { FieldToCopy } from './field-to-copy.tsx';
import type { Seen } from './use-check.ts';

export type Found = {
  label: string;
  /** Null before the first step. */
  seen: Seen | null;
  isBusy: boolean;
  /** So many lines are kept free while it goes. */
  expected: number;
};

/** What a check has found so far, line by line, with the one under way named; nothing before the first. */
export function CheckFindings({ label, seen, isBusy, expected }: Found) {
  if (!seen && !isBusy) return null;
  const { findings, asking } = seen ?? NOTHING;
  const isGoing = isBusy && (asking !== null || findings.length === 0);
  const free = isGoing ? Math.max(expected - findings.length - (asking === null ? 0 : 1), 0) : 0;
  return (
    <div>
      <p role="status" className="sr-only">
        {asking === null ? seen && !isBusy && summaryOf(findings) : `Conferindo: ${asking}...`}
      </p>
      <ul
        aria-label={label}
        aria-busy={isBusy}
        className={`divide-y divide-line rounded-card border border-line ${isBusy && !isGoing ? 'opacity-60' : ''}`}
      >
        {findings.map((finding) => (
          <FindingRow key={finding.name} {...finding} />
        ))}
        {asking !== null && (
          <Row sign={<Spinner className={SIGN} />} name={asking} word="conferindo" color="text-muted" />
        )}
        {PLACES.slice(0, free).map((place) => (
          <Row key={place} sign={<Skeleton className={`${SIGN} rounded-full`} />} />
        ))}
      </ul>
    </div>
  );
}

function FindingRow({ name, state, sentence, toCopy }: Finding) {
  const { Sign, color, word } = LOOKS[state];
  return (
    <Row sign={<Sign aria-hidden className={`${SIGN} ${color}`} />} name={name} word={word} color={color}>
      <p className="text-muted wrap-anywhere">{sentence}</p>
      {toCopy && (
        <div className="mt-2">
          <p className="mb-1 text-mini text-muted wrap-anywhere">{toCopy.label}</p>
          <FieldToCopy aria-label={toCopy.label} value={toCopy.value} copyLabel="Copiar" />
        </div>
      )}
    </Row>
  );
}

type RowProps = { sign: ReactNode; name?: string; word?: string; color?: string; children?: ReactNode };

/** What is not known yet keeps its room. */
function Row({ sign, name, word, color = '', children }: RowProps) {
  return (
    <li className="flex items-start gap-3 px-3.5 py-2.5 text-sm">
      {sign}
      <div className="min-w-0 flex-1">
        {name ? (
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-medium">{name}</span>
            <span className={`text-mini ${color}`}>{word}</span>
          </p>
        ) : (
          <Skeleton className="my-0.5 h-4 w-32" />
        )}
        {children ?? <Skeleton className="my-0.5 h-4 w-4/5" />}
      </div>
    </li>
  );
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length;
  const wrong = count('wrong');
  const warnings = count('warning');
  if (wrong > 0) return `Conferência terminada: ${wrong} ${wrong === 1 ? 'item' : 'itens'} a corrigir.`;
  return `Conferência terminada: ${warnings > 0 ? `funciona, ${warnings} a melhorar` : 'está tudo certo'}.`;
}

const NOTHING: Seen = { findings: [], asking: null };
const SIGN = 'mt-0.5 size-4.5 shrink-0';
const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

const LOOKS = {
  right: { Sign: CircleCheck, color: 'text-success', word: 'certo' },
  warning: { Sign: TriangleAlert, color: 'text-warning', word: 'a melhorar' },
  wrong: { Sign: CircleAlert, color: 'text-danger', word: 'a corrigir' },
} satisfies Record<Finding['state'], unknown>;
