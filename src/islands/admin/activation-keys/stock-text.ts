import { countText } from '#src/islands/admin/count-text.ts';

export function sayWaiting(buyers: number): string {
  return countText(buyers, 'comprador espera', 'compradores esperam');
}

export function sayLeft(keys: number): string {
  if (keys === 0) return 'Nenhuma chave disponível';
  return countText(keys, 'chave disponível', 'chaves disponíveis');
}
