import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';

export type OrderQueueProps = { seconds: number; onDue: () => void; onBack: () => void };

export function OrderQueue({ seconds, onDue, onBack }: OrderQueueProps) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : onDue()), 1_000);
    return () => clearTimeout(timer);
  }, [left, onDue]);
  return (
    <div className="grid animate-enter justify-items-start gap-5 rounded-panel border border-line bg-surface p-5 sm:p-7">
      <div className="flex gap-3">
        <Clock aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
        <div className="max-w-[60ch]">
          <p role="status">Nada foi cobrado, e o que você digitou está guardado. Vamos tentar de novo por você.</p>
          <p aria-hidden className="mt-1 text-muted tabular-nums">
            Próxima tentativa em {left} s
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <button type="button" onClick={onDue} className="button-1">
          Tentar agora
        </button>
        <button type="button" onClick={onBack} className="button text-muted hover:text-foreground">
          Voltar ao formulário
        </button>
      </div>
    </div>
  );
}
