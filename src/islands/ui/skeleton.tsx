/** Holds the place of what is still on its way; give it the size of what will come. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded-md bg-raised ${className}`} />;
}
