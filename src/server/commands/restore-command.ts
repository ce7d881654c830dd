import { createInterface } from 'node:readline/promises';
import type { Settings } from '#src/config.ts';
import { reconcileRestored } from '#src/domain/payments/reconciling/reconcile-restored.ts';
import {
  agedSentences,
  heldSentence,
  NOT_KNOWN,
  outcomeSentences,
  salesSentence,
  sinceSentences,
} from '#src/wire/backups/restore-texts.ts';
import { RESTORE_WORD } from '#src/wire/backups/restores.ts';
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
  print(text: string): void;
};

export async function restore(folder: string, settings: Settings, options: RestoreOptions): Promise<string> {
  const { mayOverwrite, areKeysFree } = options;
  const agree = async (loss: Loss) => {
    options.print(`${warningOf(loss, areKeysFree)}\n`);
    await expectConfirmation(options.word);
  };
  const databaseUrl = settings.DATABASE_URL;
  const { createdAt, files, carriedOver } = await withStoredUploads(settings, (uploads) =>
    restoreBackup(folder, { databaseUrl, uploads }, { mayOverwrite, areKeysFree, agree }),
  );
  const audit = await options.note();
  const sentences = [
    `Restaurado o backup de ${createdAt}: o banco de dados e ${files.length - 1} arquivos de uploads.`,
    ...outcomeSentences(carriedOver),
    ...(options.isReconciled ? [await reconcile(settings)] : [LATER]),
    `Já pode abrir a loja.${audit}`,
  ];
  return sentences.join('\n');
}

const LATER =
  'Ao abrir, a loja pergunta ao banco pelos pagamentos feitos desde o backup. Para fazer isso agora: --reconcile.';

function warningOf({ createdAt, since, freeKeys }: Loss, areKeysFree: boolean): string {
  const unknown = areKeysFree
    ? ['Você disse que nada foi vendido depois do backup (--free-keys): as chaves livres dele continuam à venda.']
    : [NOT_KNOWN, `${heldSentence(freeKeys)} Se nada foi vendido depois do backup, use --free-keys.`];
  return [...agedSentences({ createdAt }), ...(since ? sinceSentences(since) : unknown)].join('\n');
}

async function expectConfirmation(given: string | null): Promise<void> {
  if (given === RESTORE_WORD) return;
  if (given === null && process.stdin.isTTY) {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    const typed = await terminal.question(`Para restaurar, digite ${RESTORE_WORD}: `).finally(() => terminal.close());
    if (typed.trim() === RESTORE_WORD) return;
  } else if (given === null) {
    throw settingsError(
      `Nada foi alterado. Para restaurar sem um terminal, repita o comando com --confirm=${RESTORE_WORD}.`,
    );
  }
  throw settingsError(`Nada foi alterado: a palavra é ${RESTORE_WORD}.`);
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
    const sales = await reconcileRestored(shop);
    const rest = sales.isFinished ? '' : ' O banco não respondeu a tudo: a loja continua perguntando depois de aberta.';
    return salesSentence(sales) + rest;
  } finally {
    await close();
  }
}
