import {
  listFilesOfShop,
  listInvoiceFiles,
  listMaterialPictures,
  listPictureTexts,
  listRowsAfter,
  type PlainRow,
} from '#db/queries/takeout/takeout.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { OWN_PRODUCT_COLUMNS, OWN_SALE_COLUMNS } from '#src/wire/imports/own-columns.ts';
import { TAKEOUT_PATH, type TakeoutAddress, takeoutText } from '#src/wire/takeout/takeout.ts';
import { SETTINGS } from '#src/wire/upkeep/settings-table.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { showPublicKeys } from '../licenses/public-keys.ts';
import { asRead, inBatches, inOneBatch, type TableExport } from '../lists/exports.ts';
import { refuseFor, takeOrRefuse } from '../rate-limits.ts';
import type { Shop } from '../shop.ts';
import { pictureName, productTable, saleTable, uploadsIn } from './own-tables.ts';
import { PLAIN_TABLES, type PlainTable, writePlain } from './plain-tables.ts';

export type TakeoutEntry = { path: string; modifiedAt: Date } & (
  | { table: TableExport }
  | { text: string }
  | { file: StoredFile }
);
export type Takeout = { fileName: string; entries: AsyncIterable<TakeoutEntry> };

/** Comes before the download, so that a screen can still ask for the password, or say that it was too often. */
export async function findTakeoutAddress({ limits }: Shop, actor: Actor): Promise<TakeoutAddress> {
  refuseFor(await limits.peek('takeouts', actor.id), TOO_OFTEN);
  return { address: TAKEOUT_PATH };
}

/** Everything that the owner may carry elsewhere, read while it is sent; secrets stay. */
export async function takeOut(shop: Shop, actor: Actor): Promise<Takeout> {
  await takeOrRefuse(shop, 'takeouts', actor.id, TOO_OFTEN);
  await recordChange(shop.db, shop, actor, { action: 'backup.take_out', entityId: 'all' });
  const now = shop.clock.now();
  return { fileName: `loja-${now.toISOString().slice(0, 10)}.zip`, entries: entriesOf(shop, now) };
}

const TOO_OFTEN = { sentence: 'A loja já foi levada várias vezes nesta hora. Espere um pouco.' };

async function* entriesOf(shop: Shop, now: Date): AsyncGenerator<TakeoutEntry> {
  const missing: string[] = [];
  const files = await listSoldFiles(shop);
  const text = (path: string, content: string): TakeoutEntry => ({ path, modifiedAt: now, text: content });
  const table = (path: string, content: TableExport): TakeoutEntry => ({ path, modifiedAt: now, table: content });

  yield text('LEIA-ME.txt', takeoutText(shop.settings.storeName, formatDayTime(now.toISOString())));
  yield table('colunas.csv', columnTable());
  yield table('vendas.csv', saleTable(shop));
  yield table('produtos.csv', productTable(shop, namesByProduct(files)));
  for (const plain of PLAIN_TABLES) yield table(`dados/${plain.name}.csv`, readPlainTable(shop, plain));
  yield table('dados/configuracoes.csv', settingTable(shop));
  yield text('chaves-publicas.json', `${JSON.stringify(await showPublicKeys(shop), null, 2)}\n`);

  const wanted = [
    ...files.map(({ path, storedAs }) => ({ path, find: () => shop.soldFiles.find(storedAs) })),
    ...(await listInvoices(shop)).map(({ path, storedAs }) => ({ path, find: () => shop.soldFiles.find(storedAs) })),
    ...(await listPictures(shop)).map((address) => ({
      path: pictureName(address),
      find: () => shop.files.find(address),
    })),
  ];
  for (const { path, find } of wanted) {
    const file = await find();
    if (file) yield { path, modifiedAt: file.modifiedAt, file };
    else missing.push(path);
  }
  if (missing.length > 0) yield text('FALTARAM.txt', `${missing.join('\r\n')}\r\n`);
}

function readPlainTable({ db }: Shop, { name, table, key, columns }: PlainTable): TableExport {
  const plan = { table, key, columns: columns.map(({ column }) => column) };
  const batches = inBatches(
    BATCH,
    (last: PlainRow | undefined) => listRowsAfter(db, plan, last, BATCH),
    (row) => columns.map((column) => writePlain(column, row)),
  );
  return { name, header: columns.map(({ title }) => title), batches };
}

const BATCH = 500;

function settingTable({ settings }: Shop): TableExport {
  const rows = (Object.keys(SETTINGS) as (keyof typeof SETTINGS)[]).map((name) => [
    name,
    SETTINGS[name].label,
    String(settings[name]),
  ]);
  return {
    name: 'configuracoes',
    header: SETTING_COLUMNS.map(([title]) => title),
    batches: inOneBatch(async () => rows, asRead),
  };
}

const SETTING_COLUMNS = [
  ['Nome', 'O nome na loja.'],
  ['Rótulo', 'O que a tela diz.'],
  ['Valor', 'O que vale agora.'],
] as const;

/** Says of each column of each table what it holds. */
function columnTable(): TableExport {
  const own = (file: string, columns: readonly { header: string; meaning: string }[]) =>
    columns.map(({ header, meaning }) => [file, header, meaning]);
  const rows = [
    ...own('vendas.csv', OWN_SALE_COLUMNS),
    ...own('produtos.csv', OWN_PRODUCT_COLUMNS),
    ...PLAIN_TABLES.flatMap(({ name, columns }) =>
      columns.map(({ title, meaning }) => [`dados/${name}.csv`, title, meaning]),
    ),
    ...SETTING_COLUMNS.map(([title, meaning]) => ['dados/configuracoes.csv', title, meaning]),
  ];
  return {
    name: 'colunas',
    header: ['Arquivo', 'Coluna', 'O que diz'],
    batches: inOneBatch(async () => rows, asRead),
  };
}

type Kept = { path: string; storedAs: string };
type SoldFile = Kept & { productId: string };

async function listSoldFiles({ db }: Shop): Promise<SoldFile[]> {
  const taken = new Set<string>();
  return (await listFilesOfShop(db)).map(({ id, fileName, platform, storedAs, version, productId, slug }) => {
    const folder = `arquivos/${plainName(slug ?? productId)}/${plainName(version)}`;
    const usual = `${folder}/${plainName(platform)}/${plainName(fileName)}`;
    const path = taken.has(usual.toLowerCase())
      ? `${folder}/${plainName(platform)}/${id}-${plainName(fileName)}`
      : usual;
    taken.add(path.toLowerCase());
    return { path, storedAs, productId };
  });
}

function namesByProduct(files: readonly SoldFile[]): Map<string, string[]> {
  const grouped = Map.groupBy(files, ({ productId }) => productId);
  return new Map([...grouped].map(([productId, own]) => [productId, own.map(({ path }) => path)]));
}

async function listInvoices({ db }: Shop): Promise<Kept[]> {
  return (await listInvoiceFiles(db)).map(({ purchaseNumber, storedAs }) => ({
    path: `notas-fiscais/${purchaseNumber}.pdf`,
    storedAs: storedAs ?? '',
  }));
}

async function listPictures({ db, settings }: Shop): Promise<string[]> {
  const products = await listPictureTexts(db);
  const texts = products.flatMap(({ image, videoUrl, media, body, downloadUrl }) => [
    image,
    videoUrl,
    media,
    body,
    downloadUrl,
  ]);
  const materials = (await listMaterialPictures(db)).map(({ content }) => content);
  return [...new Set([...texts, ...materials, settings.logo].flatMap(uploadsIn))];
}

/** No name leads out of the folder into which somebody unpacks it. */
function plainName(name: string): string {
  const plain = name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_').replace(/^\.+|[. ]+$/g, '_');
  return plain || '_';
}
