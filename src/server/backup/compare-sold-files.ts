import { listAllReleaseFiles, type SoldFileRow } from '#db/queries/releases/releases.ts';
import type { Queryable } from '#db/tables.ts';
import type { SoldFileStore } from '#src/domain/files/sold-files.ts';
import type { Finding } from '#src/wire/upkeep/findings.ts';

/** Compares sizes, and SHA-256 where it is asked for, which reads every byte. */
export async function compareSoldFiles(
  db: Queryable,
  store: SoldFileStore,
  { isWithContent }: { isWithContent: boolean },
): Promise<Finding[]> {
  const files = await listAllReleaseFiles(db);
  const findings: Finding[] = [];
  for (const file of files) {
    const sentence = await problemOf(file, store, isWithContent);
    const name = `${file.productName} ${file.version}, ${file.fileName}`;
    if (sentence) findings.push({ name, state: 'wrong', sentence, toCopy: null });
  }
  if (findings.length > 0) return findings;
  const compared = isWithContent ? 'tamanho e SHA-256 conferidos' : 'tamanhos conferidos';
  const sentence = `${files.length} no lugar, ${compared}.`;
  return [{ name: 'Arquivos das versões', state: 'right', sentence, toCopy: null }];
}

async function problemOf(file: SoldFileRow, store: SoldFileStore, isWithContent: boolean): Promise<string | null> {
  const stored = await store.find(file.storedAs);
  if (!stored) return 'o arquivo não está onde foi guardado. Traga-o de um backup.';
  if (stored.sizeBytes !== file.sizeBytes) {
    return `tem ${bytes(stored.sizeBytes)} em vez de ${bytes(file.sizeBytes)}. Traga-o de um backup.`;
  }
  const isOther = isWithContent && (await store.hash(file.storedAs)) !== file.sha256;
  return isOther ? 'o conteúdo não é o que foi enviado. Traga-o de um backup.' : null;
}

function bytes(count: number): string {
  return `${count.toLocaleString('pt-BR')} bytes`;
}
