import { Check } from 'lucide-react';

const STEPS = ['Dados', 'Pagamento', 'Chave'] as const;

export function Steps({ current }: { current: 1 | 2 | 3 | 4 }) {
  return (
    <ol aria-label="Etapas da compra" className="flex items-center gap-3 font-mono text-mini">
      {STEPS.map((name, index) => {
        const number = index + 1;
        const isDone = number < current;
        const isCurrent = number === current;
        return (
          <li key={name} aria-current={isCurrent ? 'step' : undefined} className="flex items-center gap-2">
            {number > 1 && <span aria-hidden className="mr-1 h-px w-6 bg-line max-[22rem]:hidden sm:w-12" />}
            <span aria-hidden className={`grid size-5 place-items-center rounded-full ${dotStyle(isDone, isCurrent)}`}>
              {isDone ? <Check className="size-3.5" strokeWidth={3} /> : number}
            </span>
            <span className={isCurrent ? 'text-foreground' : 'text-muted'}>
              {name}
              {isDone && <span className="sr-only"> (concluída)</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function dotStyle(isDone: boolean, isCurrent: boolean): string {
  if (isDone) return 'bg-green-400 text-graphite-950';
  return isCurrent ? 'bg-orange-500 text-graphite-950' : 'border border-outline text-muted';
}
