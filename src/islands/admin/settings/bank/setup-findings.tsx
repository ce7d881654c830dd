import { CircleAlert, CircleCheck } from 'lucide-react';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { type BankSetup, FINDING_NAMES } from '#src/wire/payments/bank.ts';

type Finding = BankSetup['findings'][number];

type Props = {
  /** They are undefined while they load. */
  findings: readonly Finding[] | undefined;
  isStale: boolean;
  /** The number of placeholders while loading. */
  expected: number;
};

export function SetupFindings({ findings, isStale, expected }: Props) {
  return (
    <div className="mt-4">
      <p role="status" className="sr-only">
        {isStale ? 'Conferindo com o banco...' : findings && summaryOf(findings)}
      </p>
      <ul
        aria-label="Conferência do banco"
        className={`divide-y divide-line rounded-card border border-line ${isStale && findings ? 'opacity-60' : ''}`}
      >
        {findings
          ? findings.map((finding) => <Row key={finding.subject} finding={finding} />)
          : PLACES.slice(0, expected).map((place) => <RowPlace key={place} />)}
      </ul>
    </div>
  );
}

function Row({ finding: { subject, isRight, sentence } }: { finding: Finding }) {
  const Sign = isRight ? CircleCheck : CircleAlert;
  return (
    <li className={ROW}>
      <Sign aria-hidden className={`mt-0.5 size-4.5 shrink-0 ${isRight ? 'text-success' : 'text-danger'}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{FINDING_NAMES[subject] ?? subject}</span>
          <span className={`text-mini ${isRight ? 'text-success' : 'text-danger'}`}>
            {isRight ? 'certo' : 'a corrigir'}
          </span>
        </p>
        <p className="text-muted wrap-anywhere">{sentence}</p>
      </div>
    </li>
  );
}

function RowPlace() {
  return (
    <li className={ROW}>
      <Skeleton className="mt-0.5 size-4.5 rounded-full" />
      <div className="min-w-0 flex-1">
        <Skeleton className="my-0.5 h-4 w-32" />
        <Skeleton className="my-0.5 h-4 w-4/5" />
      </div>
    </li>
  );
}

function summaryOf(findings: readonly Finding[]): string {
  const wrong = findings.filter(({ isRight }) => !isRight).length;
  if (wrong === 0) return 'Conferência terminada: está tudo certo.';
  return `Conferência terminada: ${wrong} ${wrong === 1 ? 'item' : 'itens'} a corrigir.`;
}

const ROW = 'flex items-start gap-3 px-3.5 py-2.5 text-sm';
const PLACES = ['first', 'second', 'third', 'fourth', 'fifth'];
