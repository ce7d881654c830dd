import { existsSync } from 'node:fs';
import { readSettings } from '#src/config.ts';
import type { FilesFinding } from '#src/gateways/files/check-bucket.ts';
import { exitWith } from './exit-with.ts';

export async function runFilesCheck(): Promise<void> {
  try {
    process.exitCode = (await check()) ? 0 : 1;
  } catch (error) {
    exitWith(error);
  }
}

async function check(): Promise<boolean> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { bucket, UPLOADS_DIR, FILES_DIR } = readSettings(process.env);
  if (!bucket) {
    print(
      `FILES_URL não foi informada: os arquivos ficam nas pastas ${UPLOADS_DIR} e ${FILES_DIR}, e não há o que conferir.`,
    );
    return true;
  }
  const { checkBucket } = await import('#src/gateways/files/check-bucket.ts');
  const findings = await checkBucket(bucket);
  for (const { subject, state, sentence } of findings) print(`${MARKS[state]} ${subject}: ${sentence}`);
  return findings.every(({ state }) => state !== 'wrong');
}

const MARKS: Record<FilesFinding['state'], string> = { right: '✓', wrong: '✗', hint: '•' };

function print(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
