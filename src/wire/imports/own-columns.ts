/**
 * The shop's own tables, as an owner fills them in and as an export writes them. The manual's tables, the preset of
 * the import and the words of its problems derive from these rows.
 */

export type SaleField =
  | 'externalId'
  | 'email'
  | 'name'
  | 'product'
  | 'amount'
  | 'paidAt'
  | 'refundedAt'
  | 'key'
  | 'affiliateCode';

export type ProductColumn = 'product' | 'description' | 'price' | 'pictures' | 'files';

type OwnColumn<Field extends string> = {
  field: Field;
  header: string;
  isNeeded: boolean;
  example: string;
  meaning: string;
};

/** `vendas.csv`: a line for each bought license. Lines with the same order are one sale. */
export const OWN_SALE_COLUMNS: readonly OwnColumn<SaleField>[] = [
  {
    field: 'externalId',
    header: 'Pedido',
    isNeeded: false,
    example: 'PED-1048',
    meaning:
      'O número do pedido de onde a venda veio. Linhas com o mesmo número são uma venda só. Sem ele, a loja reconhece a linha pelo e-mail, pelo produto, pelo dia e pelo valor.',
  },
  {
    field: 'email',
    header: 'E-mail',
    isNeeded: true,
    example: 'rui@exemplo.com.br',
    meaning: 'Quem comprou entra em Minhas compras por ele.',
  },
  {
    field: 'name',
    header: 'Nome',
    isNeeded: false,
    example: 'Rui Lima',
    meaning: 'O nome de quem comprou. Vazio, fica a parte do e-mail antes do @.',
  },
  {
    field: 'product',
    header: 'Produto',
    isNeeded: true,
    example: 'Grade Cinema',
    meaning: 'O nome do produto no arquivo. Você escolhe na tela qual é aqui.',
  },
  {
    field: 'amount',
    header: 'Valor',
    isNeeded: true,
    example: '129,90',
    meaning: 'O que foi pago por esta linha, em reais: 1.234,56 ou 1234.56. Negativo é devolução; 0, de graça.',
  },
  {
    field: 'paidAt',
    header: 'Pago em',
    isNeeded: true,
    example: '2026-03-14T15:09:26Z',
    meaning: 'Dia do pagamento, com ou sem hora. Sem fuso, vale o de São Paulo.',
  },
  {
    field: 'refundedAt',
    header: 'Devolvido em',
    isNeeded: false,
    example: '',
    meaning: 'Dia da devolução, ou Sim. Vazio quando o dinheiro não voltou.',
  },
  {
    field: 'key',
    header: 'Chave',
    isNeeded: false,
    example: 'A1B2-C3D4-E5F6',
    meaning: 'A chave de ativação. Uma por linha.',
  },
  {
    field: 'affiliateCode',
    header: 'Afiliado',
    isNeeded: false,
    example: 'canaldorui',
    meaning: 'Quem indicou. Fica anotado na venda e não gera comissão.',
  },
];

/** `produtos.csv`: a line for each product. Names of files are those of the folder or of the ZIP beside it. */
export const OWN_PRODUCT_COLUMNS: readonly OwnColumn<ProductColumn>[] = [
  {
    field: 'product',
    header: 'Produto',
    isNeeded: true,
    example: 'Grade Cinema',
    meaning: 'O nome, como está em vendas.csv.',
  },
  {
    field: 'description',
    header: 'Descrição',
    isNeeded: false,
    example: 'Doze grades de cinema.',
    meaning: 'O texto da página. HTML vira Markdown.',
  },
  { field: 'price', header: 'Preço', isNeeded: false, example: '129,90', meaning: 'O preço de uma licença, em reais.' },
  {
    field: 'pictures',
    header: 'Imagens',
    isNeeded: false,
    example: 'grade.webp|grade-2.webp',
    meaning: 'Nomes de arquivos separados por |. A primeira é a capa.',
  },
  {
    field: 'files',
    header: 'Arquivos',
    isNeeded: false,
    example: 'grade-cinema.zip',
    meaning: 'Nomes dos arquivos que quem compra baixa, separados por |.',
  },
];
