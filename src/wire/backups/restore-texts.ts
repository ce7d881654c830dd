import { formatDayTime } from '../basics/dates.ts';
import type { CarriedOver, LastRestore, RestorePreview, SinceBackup } from './restores.ts';

export function agedSentences({ createdAt }: { createdAt: string }): string[] {
  return [
    `Este backup é de ${formatDayTime(createdAt)}. O que a loja fez depois disso não está nele.`,
    'As chaves vendidas desde então ficam livres de novo no backup, e poderiam ser vendidas duas vezes.',
  ];
}

export function sinceSentences({ sales, keys, mails }: NonNullable<SinceBackup>): string[] {
  return [
    `O banco de dados atual tem, desde então, vendas: ${sales}, e chaves entregues: ${keys}. E-mails enviados: ${mails}, que não saem de novo.`,
    'Cada uma dessas chaves continua com o seu comprador. Os pedidos voltam em aberto, e o banco diz quais foram pagos.',
  ];
}

export const NOT_KNOWN =
  'Não há um banco de dados atual desta loja que possa ser lido, e por isso não se sabe quais são.';

export function heldSentence(freeKeys: number): string {
  const keys = freeKeys === 1 ? 'A chave livre do backup sai' : `As ${freeKeys} chaves livres do backup saem`;
  return `${keys} da venda: adicione de novo, em Chaves de Ativação, as que ninguém comprou.`;
}

/** What the screen says before it; the commands say it with their options. */
export function lossSentences({ createdAt, isCutShort, since, freeKeys, secrets }: RestorePreview): string[] {
  return [
    ...agedSentences({ createdAt }),
    ...(isCutShort ? [CUT_SHORT] : []),
    ...(since ? sinceSentences(since) : [NOT_KNOWN, ...(freeKeys > 0 ? [heldSentence(freeKeys)] : [])]),
    'Produtos, preços, cupons, configurações e senhas voltam a ser os do dia do backup, e todos entram de novo.',
    ...(secrets === 'lost' ? [LOST_SECRETS] : []),
  ];
}

export function countsSentence({ counts: { products, customers, purchases }, files }: RestorePreview): string {
  return `Produtos: ${products}, clientes: ${customers}, compras: ${purchases}, arquivos: ${files}.`;
}

export const CUT_SHORT =
  'Uma parte da cópia contínua falta ou está danificada: o que foi copiado depois disso não pode ser trazido.';

const LOST_SECRETS =
  'A chave que abre os segredos deste backup não está nele nem neste servidor: depois de restaurar, digite de novo o que é segredo do banco, do e-mail e dos backups.';

export function outcomeSentences({ isFormerRead, purchases, keys, heldKeys, erased }: CarriedOver): string[] {
  return [
    ...(isFormerRead
      ? [`Pedidos recuperados, à espera do banco: ${purchases}. Chaves que continuam com o comprador: ${keys}.`]
      : []),
    ...(erased > 0 ? [`Clientes excluídos desde o backup, de novo sem os seus dados: ${erased}.`] : []),
    ...(heldKeys > 0
      ? [`Chaves retiradas da venda: ${heldKeys}. Adicione de novo, em Chaves de Ativação, as que ninguém comprou.`]
      : []),
  ];
}

export function salesSentence({ completed, open, differences }: LastRestore['sales']): string {
  return `Vendas refeitas: ${completed}. Pedidos ainda em aberto: ${open}. Diferenças com o banco, em Vendas: ${differences}.`;
}

/** What was done, and what the shop could not know. */
export function restoredSentences({ carriedOver, sales }: LastRestore): string[] {
  return [
    ...(carriedOver ? outcomeSentences(carriedOver) : []),
    salesSentence(sales),
    ...(carriedOver && !carriedOver.isFormerRead
      ? ['O que a loja fez depois do backup só aparece aqui se o banco o conhece: o que ele não recebeu, ninguém sabe.']
      : []),
    ...(sales.isFinished ? [] : ['A loja ainda está perguntando ao banco pelos pagamentos feitos desde o backup.']),
  ];
}

export const ON_SERVER_RESTORE =
  'Num PostgreSQL a restauração é feita no servidor, com a loja parada: a do provedor, ou npm run restore num banco de dados vazio.';
