import { LoaderCircle } from 'lucide-react';

/** It is hidden from screen readers: put a text beside it. */
export function Spinner({ className = 'size-5' }: { className?: string }) {
  return <LoaderCircle aria-hidden className={`animate-spin motion-reduce:animate-none ${className}`} />;
}
