import { countText } from '#src/islands/admin/list/count-text.ts';

export function buyersWaitingText(buyers: number): string {
  return countText(buyers, 'comprador espera', 'compradores esperam');
}

export function keysLeftText(keys: number): string {
  if (keys === 0) return 'Nenhuma chave disponível';
  return countText(keys, 'chave disponível', 'chaves disponíveis');
}
