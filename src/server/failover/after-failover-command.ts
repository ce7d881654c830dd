import { isFileUrl } from '#db/client.ts';
import { holdFreeKeys } from '#db/queries/keys/held-keys.ts';
import { listOpenDifferences } from '#db/queries/payments/reconciliation-sweeps.ts';
import { insertFailover } from '#db/queries/upkeep/failovers.ts';
import { inTransaction } from '#db/transactions.ts';
import { recordChange } from '#src/domain/audit/audit.ts';
import { reconcileRestored } from '#src/domain/payments/reconciling/reconcile-restored.ts';
import type { Shop } from '#src/domain/shop.ts';
import { answerFailovers, findFailover } from '#src/domain/upkeep/failover.ts';
import { COMMAND } from '#src/wire/audit/audit.ts';
import { salesSentence } from '#src/wire/backups/restore-texts.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { exitWith, isTold } from '../commands/exit-with.ts';
import { openLog } from '../log.ts';
import { readOwnSettings } from '../opening/own-settings.ts';
import { openShop } from '../shop/open-shop.ts';

export async function runAfterFailover(): Promise<void> {
  await obey().then((sentences) => process.stdout.write(`${sentences.join('\n')}\n`), exitWith);
}

async function obey(): Promise<string[]> {
  const isNothingLost = isTold('--nothing-lost', USAGE);
  const settings = readOwnSettings();
  if (isFileUrl(settings.DATABASE_URL)) throw settingsError(NO_SERVER);
  // It neither leads nor sends mail.
  const { shop, close } = await openShop({ ...settings, WORKER: 'off' }, openLog('error'));
  try {
    return await (isNothingLost ? freeKeys(shop) : recover(shop));
  } finally {
    await close();
  }
}

const NO_SERVER =
  'Só um PostgreSQL pode ser trocado por uma réplica. Com um banco de dados em arquivo, restaure um backup com npm run restore.';

const USAGE = 'Use: npm run after-failover, ou npm run after-failover -- --nothing-lost.';

async function freeKeys(shop: Shop): Promise<string[]> {
  if (!(await findFailover(shop))) return ['Nenhuma chave espera por esta resposta: nada foi alterado.'];
  const { freedKeys } = await answerFailovers(shop, { id: COMMAND }, 'nothing_lost');
  return [`Anotado: nada se perdeu. Chaves de volta à venda: ${freedKeys}.`];
}

async function recover(shop: Shop): Promise<string[]> {
  // The store notices most of them itself, but not a copy of a disk that was put back.
  if (!(await findFailover(shop))) await holdNow(shop);
  const failover = await findFailover(shop);
  if (failover) await answerFailovers(shop, { id: COMMAND }, 'may_have_lost');
  const sales = await reconcileRestored(shop);
  const payments = (await listOpenDifferences(shop.db, MOST)).filter(({ kind }) => kind === 'unknown_payment');
  return [
    `Chaves livres fora da venda: ${failover?.heldKeys ?? 0}. Adicione de novo, em Chaves de Ativação, as que ninguém comprou.`,
    salesSentence(sales),
    ...(payments.length > 0 ? ['Pagamentos sem pedido, também em Vendas:'] : []),
    ...payments.map(
      ({ subject, bankCents, arrivedAt, payer }) =>
        `  ${arrivedAt ? formatDayTime(arrivedAt) : 'sem data'}, ${formatCents(bankCents ?? 0)}, ${payer ?? 'pagador não informado'} (${subject})`,
    ),
    ...(sales.isFinished ? [] : ['O banco não respondeu a tudo: a loja continua perguntando.']),
  ];
}

const MOST = 1_000;

function holdNow(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  const [at, since] = [now.toISOString(), new Date(now.getTime() - DAY_MS).toISOString()];
  return inTransaction(shop.db, async (tx) => {
    await insertFailover(tx, { since, at, heldKeys: await holdFreeKeys(tx, at) });
    await recordChange(tx, shop, { id: COMMAND }, { action: 'key.hold_free', entityId: 'all' });
  });
}
