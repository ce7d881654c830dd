import { PRODUCT_LIST } from '#src/wire/products/product-list.ts';

export function releasesPath(productId: string): string {
  return `${PRODUCT_LIST.path}/${encodeURIComponent(productId)}/releases`;
}

export function releasePath(id: string, action?: 'publish' | 'withdraw'): string {
  const path = `/api/admin/releases/${encodeURIComponent(id)}`;
  return action ? `${path}/${action}` : path;
}

export function releaseFilePath(id: string, action?: 'publish'): string {
  const path = `/api/admin/release-files/${encodeURIComponent(id)}`;
  return action ? `${path}/${action}` : path;
}
