import { createInterface } from 'node:readline/promises';
import type { CarriedOver } from '#db/restore-carry-over.ts';
import type { Settings } from '#src/config.ts';
import { reconcileRestored } from '#src/domain/payments/reconciling/reconcile-restored.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { type Loss, restoreBackup } from '../backup/restore-backup.ts';
import { withStoredUploads } from '../backup/stored-uploads.ts';
import { openLog } from '../log.ts';
import { openShop } from '../shop/open-shop.ts';

type RestoreOptions = {
  mayOverwrite: boolean;
  isReconciled: boolean;
  areKeysFree: boolean;
  word: string | null;
  note(): Promise<string>;
};

export async function restore(folder: string, settings: Settings, options: RestoreOptions): Promise<string> {
  const { mayOverwrite, areKeysFree } = options;
  const agree = async (loss: Loss) => {
    print(warningOf(loss, areKeysFree));
    await expectConfirmation(options.word);
  };
  const databaseUrl = settings.DATABASE_URL;
  const { createdAt, files, carriedOver } = await withStoredUploads(settings, (uploads) =>
    restoreBackup(folder, { databaseUrl, uploads }, { mayOverwrite, areKeysFree, agree }),
  );
  const audit = await options.note();
  const sentences = [
    `Restaurado o backup de ${createdAt}: o banco de dados e ${files.length - 1} arquivos de uploads.`,
    ...outcomeOf(carriedOver),
    ...(options.isReconciled ? [await reconcile(settings)] : [LATER]),
    `Já pode abrir a loja.${audit}`,
  ];
  return sentences.join('\n');
}

const CONFIRMATION = 'RESTAURAR';
const LATER =
  'Ao abrir, a loja pergunta ao banco pelos pagamentos feitos desde o backup. Para fazer isso agora: --reconcile.';

function warningOf({ createdAt, since, freeKeys }: Loss, areKeysFree: boolean): string {
  const keys = freeKeys === 1 ? 'A chave livre do backup sai' : `As ${freeKeys} chaves livres do backup saem`;
  return [
    `Este backup é de ${formatDayTime(createdAt)}. O que a loja fez depois disso não está nele.`,
    'As chaves vendidas desde então ficam livres de novo no backup, e poderiam ser vendidas duas vezes.',
    ...(since
      ? [
          `O banco de dados atual tem, desde então, vendas: ${since.sales}, e chaves entregues: ${since.keys}.`,
          'Cada uma dessas chaves continua com o seu comprador. Os pedidos voltam em aberto, e o banco diz quais foram pagos.',
        ]
      : areKeysFree
        ? ['Você disse que nada foi vendido depois do backup (--free-keys): as chaves livres dele continuam à venda.']
        : [
            'Não há um banco de dados atual que possa ser lido, e por isso não se sabe quais são.',
            `${keys} da venda: adicione de novo, em Chaves de Ativação, as que ninguém comprou. Se nada foi vendido depois do backup, use --free-keys.`,
          ]),
  ].join('\n');
}

async function expectConfirmation(given: string | null): Promise<void> {
  if (given === CONFIRMATION) return;
  if (given === null && process.stdin.isTTY) {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    const typed = await terminal.question(`Para restaurar, digite ${CONFIRMATION}: `).finally(() => terminal.close());
    if (typed.trim() === CONFIRMATION) return;
  } else if (given === null) {
    throw settingsError(
      `Nada foi alterado. Para restaurar sem um terminal, repita o comando com --confirm=${CONFIRMATION}.`,
    );
  }
  throw settingsError(`Nada foi alterado: a palavra é ${CONFIRMATION}.`);
}

function outcomeOf({ isFormerRead, purchases, keys, heldKeys, erased }: CarriedOver): string[] {
  const held = `Chaves retiradas da venda: ${heldKeys}. Adicione de novo, em Chaves de Ativação, as que ninguém comprou.`;
  return [
    ...(isFormerRead
      ? [`Pedidos recuperados, à espera do banco: ${purchases}. Chaves que continuam com o comprador: ${keys}.`]
      : []),
    ...(erased > 0 ? [`Clientes excluídos desde o backup, de novo sem os seus dados: ${erased}.`] : []),
    ...(heldKeys > 0 ? [held] : []),
  ];
}

async function reconcile(settings: Settings): Promise<string> {
  try {
    return await reconcileIn(settings);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `Não foi possível perguntar ao banco agora: ${reason} A loja pergunta de novo ao abrir.`;
  }
}

async function reconcileIn(settings: Settings): Promise<string> {
  const { shop, close } = await openShop(settings, openLog('error'));
  try {
    const { completed, open, differences, isFinished } = await reconcileRestored(shop);
    const rest = isFinished ? '' : ' O banco não respondeu a tudo: a loja continua perguntando depois de aberta.';
    return `Vendas refeitas: ${completed}. Pedidos ainda em aberto: ${open}. Diferenças com o banco, em Vendas: ${differences}.${rest}`;
  } finally {
    await close();
  }
}

function print(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
