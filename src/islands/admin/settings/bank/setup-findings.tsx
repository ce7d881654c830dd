import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { type BankSetup, FINDING_NAMES } from '#src/wire/payments/bank.ts';
import { FINDING_ROW, FindingRow } from '../finding-row.tsx';

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
          ? findings.map((finding) => (
              <FindingRow
                key={finding.subject}
                name={FINDING_NAMES[finding.subject] ?? finding.subject}
                state={stateOf(finding)}
                sentence={finding.sentence}
              />
            ))
          : PLACES.slice(0, expected).map((place) => <RowPlace key={place} />)}
      </ul>
    </div>
  );
}

function RowPlace() {
  return (
    <li className={FINDING_ROW}>
      <Skeleton className="mt-0.5 size-4.5 rounded-full" />
      <div className="min-w-0 flex-1">
        <Skeleton className="my-0.5 h-4 w-32" />
        <Skeleton className="my-0.5 h-4 w-4/5" />
      </div>
    </li>
  );
}

/** Without webhooks the shop asks the bank by itself, only later. */
function stateOf({ subject, isRight }: Finding): 'right' | 'warning' | 'wrong' {
  if (isRight) return 'right';
  return subject === 'webhook' ? 'warning' : 'wrong';
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (state: ReturnType<typeof stateOf>) => findings.filter((finding) => stateOf(finding) === state).length;
  const wrong = count('wrong');
  if (wrong > 0) return `Conferência terminada: ${wrong} ${wrong === 1 ? 'item' : 'itens'} a corrigir.`;
  return `Conferência terminada: ${count('warning') > 0 ? 'a conta funciona, e os avisos ficam a melhorar' : 'está tudo certo'}.`;
}

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth'];
