import type { Settings } from '#src/config.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { type StoredUploads, uploadsInBucket, uploadsInFolder } from './stored-uploads.ts';

/** Moves from the folder to the bucket, or back; what was sent before is only compared, so that it may be repeated. */
export async function moveFiles({ bucket, UPLOADS_DIR, FILES_DIR }: Settings, isBack: boolean): Promise<string> {
  if (!bucket) throw settingsError('Para trazer os arquivos de volta, FILES_URL deve ser o bucket em que eles estão.');
  const inBucket = await uploadsInBucket(bucket);
  const inFolder = uploadsInFolder({ uploadsDir: UPLOADS_DIR, filesDir: FILES_DIR });
  try {
    const [from, to] = isBack ? [inBucket, inFolder] : [inFolder, inBucket];
    const { sent, there } = await sendMissing(from, to);
    return [
      `Arquivos de ${from.describe()} em ${to.describe()}: ${sent} enviados agora, ${there} já estavam lá.`,
      'Cada um foi lido de volta e comparado (SHA-256). Nada foi apagado na origem.',
      `Agora ${isBack ? 'tire FILES_URL, FILES_KEY e FILES_SECRET do .env' : 'ponha esse endereço em FILES_URL, no .env'} e abra a loja de novo.`,
    ].join('\n');
  } finally {
    await inBucket.close();
  }
}

async function sendMissing(from: StoredUploads, to: StoredUploads): Promise<{ sent: number; there: number }> {
  const known = new Set(await to.list());
  const names = await from.list();
  for (const name of names) {
    if (!known.has(name)) {
      const chunks = await from.read(name);
      if (!chunks) throw settingsError(`O arquivo ${name} foi removido durante a cópia. Repita o comando.`);
      await to.put(name, chunks);
    }
    const [expected, arrived] = [await from.digest(name), await to.digest(name)];
    if (!arrived || expected?.sha256 !== arrived.sha256) {
      throw settingsError(
        known.has(name) ? `Já há outro arquivo em ${to.describe(name)}.` : differs(to.describe(name)),
      );
    }
  }
  const there = names.filter((name) => known.has(name)).length;
  return { sent: names.length - there, there };
}

const differs = (place: string) => `O arquivo ${place} chegou diferente. Apague-o lá e repita o comando.`;
