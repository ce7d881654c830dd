import { IMPORT_FIELDS, type ImportField } from './sources.ts';

/** Why a line stays out, and what its owner does about it. */
export const IMPORT_PROBLEMS = {
  unclosed_quote: 'As aspas não fecham. Feche-as no CSV.',
  nul: 'Tem um caractere nulo. Salve a planilha como CSV de novo.',
  too_long: 'A linha passa de 64 mil caracteres. Separe-a no CSV.',
  formula: 'É uma fórmula. Copie e cole só o valor.',
  no_email: 'Sem e-mail. Escreva o e-mail no CSV.',
  bad_email: 'Não é um e-mail. Corrija no CSV.',
  no_product: 'Sem produto. Escreva o nome no CSV.',
  long_product: 'O nome passa de 120 caracteres. Encurte no CSV.',
  no_day: 'Sem data. Escreva o dia do pagamento no CSV.',
  bad_day: 'Não é uma data. Escreva como 14/03/2026.',
  no_such_day: 'Este dia não existe.',
  future: 'Este dia ainda não chegou. Corrija no CSV.',
  no_amount: 'Sem valor. Escreva quanto foi pago no CSV.',
  bad_amount: 'Não é um valor. Escreva como 129,90.',
  bad_currency: 'Não é uma moeda. Escreva a sigla, como BRL ou USD.',
  two_keys: 'Duas chaves na célula. Uma por linha.',
  key_of_cart: 'Uma chave e vários produtos na linha. Ponha um produto por linha, com a sua chave.',
  bad_key: 'A chave tem caracteres invisíveis ou passa de 200. Corrija no CSV.',
  key_twice: 'A mesma chave está em outra linha. Deixe em uma só.',
  key_taken: 'A chave já existe aqui. Tire-a do CSV, ou de Chaves de Ativação.',
  access_revoked: 'O acesso foi retirado lá, e sem chave não há o que revogar aqui. A venda fica de fora.',
  bad_order: 'O número do pedido passa de 100 caracteres. Corrija no CSV.',
  other_buyer: 'O mesmo pedido tem outro e-mail em outra linha. Corrija no CSV.',
  other_currency: 'O mesmo pedido tem outra moeda em outra linha. Corrija no CSV.',
  other_line: 'Outra linha deste pedido tem problema. Corrija aquela e importe de novo.',
  unknown_status: 'A loja não conhece esta situação. Escreva paga ou devolvida.',
  refund_alone: 'Devolução sem a venda. Inclua a venda, com o mesmo pedido.',
  repeated: 'Igual a outra linha. Se forem duas vendas, dê um pedido a cada uma.',
} as const;

export type ImportProblemReason = keyof typeof IMPORT_PROBLEMS;
export type ImportProblemField = ImportField | 'line';

export function nameOfField(field: ImportProblemField): string {
  return field === 'line' ? 'Linha' : IMPORT_FIELDS[field].label;
}
