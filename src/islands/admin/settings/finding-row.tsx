import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  name: string;
  /** With a warning everything works, only not as well as it could. */
  state: 'right' | 'warning' | 'wrong';
  sentence: string;
  children?: ReactNode;
};

/** One thing that a bank or a mail server was asked about. */
export function FindingRow({ name, state, sentence, children }: Props) {
  const { Sign, color, word } = LOOKS[state];
  return (
    <li className={FINDING_ROW}>
      <Sign aria-hidden className={`mt-0.5 size-4.5 shrink-0 ${color}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{name}</span>
          <span className={`text-mini ${color}`}>{word}</span>
        </p>
        <p className="text-muted wrap-anywhere">{sentence}</p>
        {children}
      </div>
    </li>
  );
}

export const FINDING_ROW = 'flex items-start gap-3 px-3.5 py-2.5 text-sm';

const LOOKS = {
  right: { Sign: CircleCheck, color: 'text-success', word: 'certo' },
  warning: { Sign: TriangleAlert, color: 'text-warning', word: 'a melhorar' },
  wrong: { Sign: CircleAlert, color: 'text-danger', word: 'a corrigir' },
} satisfies Record<Props['state'], unknown>;
