import { releasesPath } from '#src/islands/admin/releases/release-paths.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import type { Release } from '#src/wire/releases/releases.ts';

/** Follows a version that was just published or withdrawn in another tab of the window. */
export function useCurrentVersion(product: AdminProduct | null): string | null {
  const { data: releases } = useRead<Release[]>(releasesPath(product?.id ?? ''), { enabled: false });
  const newest = releases?.find(({ channel, state }) => channel === 'stable' && state === 'published');
  return releases ? (newest?.version ?? null) : (product?.currentVersion ?? null);
}
