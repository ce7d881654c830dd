import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decrypter } from 'age-encryption';

const AGE = '/usr/bin/age';
const SCRIPT = '/usr/bin/script';

/** By the program `age`, which asks at a terminal; where it is not installed by the library, which its authors keep. */
export async function decryptWithAge(path: string, passphrase: string): Promise<Buffer> {
  if (existsSync(AGE) && existsSync(SCRIPT)) {
    return decryptTo((target) => {
      const child = spawn(SCRIPT, ['-qec', `${AGE} -d -o ${target} ${path}`, '/dev/null'], {
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      child.stdout.on('data', (asked: Buffer) => {
        if (asked.includes('passphrase')) child.stdin.write(`${passphrase}\n`);
      });
      return child;
    });
  }
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return Buffer.from(await decrypter.decrypt(await readFile(path)));
}

/** With the secret key that a file of the copy holds. */
export async function decryptByIdentity(path: string, identity: string): Promise<Buffer> {
  if (existsSync(AGE)) {
    return decryptTo((target) => {
      writeFileSync(`${target}.key`, identity, { mode: 0o600 });
      return spawn(AGE, ['-d', '-i', `${target}.key`, '-o', target, path], { stdio: 'ignore' });
    });
  }
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return Buffer.from(await decrypter.decrypt(await readFile(path)));
}

async function decryptTo(run: (target: string) => ReturnType<typeof spawn>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'age-'));
  try {
    const target = join(folder, 'opened');
    const child = run(target);
    const code = await new Promise<number | null>((resolve, reject) =>
      child.once('error', reject).once('exit', resolve),
    );
    if (code !== 0) throw new Error(`age ended with ${code}.`);
    return await readFile(target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
