import { LoaderCircle } from 'lucide-react';

/** A turning sign beside a word that says what is going on; it says nothing by itself. */
export function Spinner({ className = 'size-5' }: { className?: string }) {
  return <LoaderCircle aria-hidden className={`animate-spin motion-reduce:animate-none ${className}`} />;
}
