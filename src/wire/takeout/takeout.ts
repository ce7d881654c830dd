export const TAKEOUT_PATH = '/api/admin/takeout';

export type TakeoutAddress = { address: string };

/** What stands in the ZIP first, for whoever opens it. */
export function takeoutText(storeName: string, madeAt: string): string {
  return `${storeName}

Este ZIP tem a loja inteira, como estava em ${madeAt}. O que mudou enquanto ele
era feito pode estar nele ou não.

vendas.csv       As vendas pagas, uma linha por licença: e-mail, produto, valor,
                 chave e devolução. É a tabela que a própria loja importa em
                 Configurações, Trazer minha loja, e que outra plataforma lê
                 com mais facilidade. Não tem renovações, nem as compras de
                 quem pediu para ser esquecido.
produtos.csv     Os produtos, com os nomes dos seus arquivos e imagens. Também
                 volta pela importação.
dados/           Cada tabela da loja, em CSV. Os ids ligam uma à outra.
arquivos/        Os arquivos de cada versão de cada produto.
imagens/         Imagens e vídeos das páginas, do material e o logotipo.
notas-fiscais/   Os PDF das notas que a loja guardou.
chaves-publicas.json
                 As chaves que conferem a assinatura das licenças já emitidas
                 (JWKS). Um plugin que confere sem internet continua com elas.
colunas.csv      O que diz cada coluna de cada tabela.
FALTARAM.txt     Só quando um arquivo não pôde ser lido: o nome de cada um.

Os CSV são UTF-8, com ponto e vírgula. Valores são em reais (1234,56), e horas
são UTC. Um texto que uma planilha tomaria por fórmula começa com apóstrofo.

Não estão aqui, porque são segredos: senhas, sessões, tokens, as credenciais do
banco, do e-mail e do emissor de notas, e a chave que assina licenças. Para
abrir esta mesma loja em outra máquina, use um backup.

Este arquivo tem os dados dos seus clientes: guarde-o como guarda o banco.
`;
}
