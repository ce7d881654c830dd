import { formatCents } from '../basics/money.ts';
import type { Dependent } from './withdrawals.ts';

/** Writes `Curva Log Pro (#1050, R$ 59,90) e kit Colorista (#1051, R$ 40,00)`. */
export function dependentsText(dependents: readonly Dependent[]): string {
  const names = dependents.map(({ product, number, cents }) => `${product} (#${number}, ${formatCents(cents)})`);
  return new Intl.ListFormat('pt-BR').format(names);
}

/** The owner reads it before the money of what it rests on goes back. */
export function keptByCustomer(dependents: readonly Dependent[]): string {
  return `O cliente fica com ${dependentsText(dependents)}, que a loja só vende assim a quem tem esta compra. Para desfazer tudo, reembolse primeiro o que ele comprou por ter esta.`;
}
