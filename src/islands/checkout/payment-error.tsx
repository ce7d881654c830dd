import { CircleAlert } from 'lucide-react';

export type PaymentErrorProps = { message: string; communityUrl: string; onRetry: () => void };

export function PaymentError({ message, communityUrl, onRetry }: PaymentErrorProps) {
  return (
    <div className="mt-5 grid animate-enter justify-items-start gap-5 rounded-panel border border-line bg-surface p-5 sm:p-7">
      <p role="alert" className="flex gap-3">
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
        <span className="max-w-[60ch]">{message}</span>
      </p>
      <div className="actions w-full">
        <button type="button" onClick={onRetry} className="button-1">
          Tentar Novamente
        </button>
        <a href={communityUrl} target="_blank" rel="noopener" className="button text-muted hover:text-foreground">
          Preciso de ajuda<span className="sr-only"> (abre em nova aba)</span>
        </a>
      </div>
    </div>
  );
}
