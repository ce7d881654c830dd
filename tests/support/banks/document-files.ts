import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Apache 2.0, and large: they are fetched and not kept in the repository. */
type OfficialDocument = { name: string; url: string; sha256: string };

export const API_PIX_DOCUMENT = 'bacen-pix.yaml';
export const MERCADO_PAGO_DOCUMENT = 'mercadopago-mlb.yaml';

export const OFFICIAL_DOCUMENTS: readonly OfficialDocument[] = [
  {
    name: API_PIX_DOCUMENT,
    url: 'https://raw.githubusercontent.com/bacen/pix-api/0d74e5e1a2eefc0eb3f373860d1266ceab5f864e/openapi.yaml',
    sha256: '4047ae07a639dea4c13cdb60f79e2b849b4825aa6ebebbe96938b9a22d9f1ca8',
  },
  {
    name: MERCADO_PAGO_DOCUMENT,
    url: 'https://raw.githubusercontent.com/mercadopago/openapi/f224df3f969c9f75c2baccf4752c97ef294104dc/by-site/MLB/spec3.yaml',
    sha256: '23b1185ed612f0adabfe4c9be127db4890bd42338ea104430c901f52211fc2d2',
  },
];

export const DOCUMENTS_FOLDER = fileURLToPath(new URL('../../contract/documents/', import.meta.url));
const FOLDERS = [DOCUMENTS_FOLDER, fileURLToPath(new URL('../../../../shared/openapi/', import.meta.url))];

export function findOfficialDocument(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** Refuses other bytes than those that the tests were written for, and keeps nothing of them. */
export async function fetchOfficialDocument({ name, url, sha256 }: OfficialDocument, folder: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`${name}: ${url} answered ${response.status}.`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw new Error(`${name}: ${url} has the SHA-256 ${found}, and not ${sha256}.`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.part`), bytes);
  await rename(join(folder, `${name}.part`), join(folder, name));
}
