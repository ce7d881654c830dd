import { listDamagedFiles } from '#db/queries/releases/releases.ts';
import type { DamagedFile } from '#src/wire/reports/dashboard.ts';
import type { AttentionRow } from '#src/wire/upkeep/attention.ts';
import type { Shop } from '../shop.ts';

export async function damagedFileItems(shop: Shop): Promise<AttentionRow[]> {
  return (await listDamagedFiles(shop.db)).map(damagedItem);
}

function damagedItem({ id, fileName, version, productName, productId }: DamagedFile): AttentionRow {
  return {
    id: `damaged_file:${id}`,
    tone: 'danger',
    title: `O arquivo ${fileName} está diferente do que foi enviado`,
    detail: `${productName} ${version} · ninguém o baixa · restaure-o de um backup, ou publique uma versão nova`,
    href: `/admin/products?abrir=${encodeURIComponent(productId)}`,
    action: 'Ver o produto',
  };
}
