import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';

export function ProductFormSkeleton() {
  return (
    <div className="grid gap-4">
      <p role="status" className="sr-only">
        Carregando o produto...
      </p>
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-20 w-full" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </div>
      <Skeleton className="mt-4 h-6 w-40" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
