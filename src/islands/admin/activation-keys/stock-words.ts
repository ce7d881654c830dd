export function sayWaiting(buyers: number): string {
  return buyers === 1 ? '1 comprador espera' : `${buyers.toLocaleString('pt-BR')} compradores esperam`;
}

export function sayLeft(keys: number): string {
  if (keys === 0) return 'Nenhuma chave disponível';
  return keys === 1 ? '1 chave disponível' : `${keys.toLocaleString('pt-BR')} chaves disponíveis`;
}
