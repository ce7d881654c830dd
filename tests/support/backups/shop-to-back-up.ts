import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readSettings } from '#src/config.ts';
import { SHARED_SECRET } from '../shared-secret.ts';
import { openTestShop } from '../store/shop.ts';

/** An open shop, its folder of uploads, and the settings with which backups of it are made. */
export async function openShopToBackUp() {
  const opened = await openTestShop();
  const store = dirname(opened.file);
  const settings = readSettings({
    DATABASE_URL: `file:${opened.file}`,
    UPLOADS_DIR: join(store, 'uploads'),
    FILES_DIR: join(store, 'files'),
    SHARED_SECRET,
  });
  await mkdir(join(store, 'uploads'), { recursive: true });
  return { opened, settings };
}
