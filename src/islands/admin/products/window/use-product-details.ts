import { useEffect, useState } from 'react';
import { api } from '#src/client/api.ts';
import { recheckAfterRefusal } from '#src/client/session.ts';
import type { ProductDetails } from '#src/wire/products/products.ts';
import { PRODUCTS_PATH } from '../products-path.ts';

export type Details = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; product: ProductDetails | null };

export function useProductDetails(id: string | null): { details: Details; isTrying: boolean; retry: () => void } {
  const [details, setDetails] = useState<Details>(
    id === null ? { state: 'ready', product: null } : { state: 'loading' },
  );
  const [attempt, setAttempt] = useState(0);
  const [settledAttempt, setSettledAttempt] = useState(-1);
  useEffect(() => {
    if (id === null) return;
    const controller = new AbortController();
    api
      .get<ProductDetails>(`${PRODUCTS_PATH}/${encodeURIComponent(id)}/details`, { signal: controller.signal })
      .then(
        (product) => setDetails({ state: 'ready', product }),
        (error: unknown) => {
          if (controller.signal.aborted) return;
          recheckAfterRefusal(error);
          setDetails({ state: 'failed' });
        },
      )
      .finally(() => setSettledAttempt(attempt));
    return () => controller.abort();
  }, [id, attempt]);
  return { details, isTrying: settledAttempt < attempt, retry: () => setAttempt(attempt + 1) };
}
