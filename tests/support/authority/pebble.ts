import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { freePort } from '../store/free-port.ts';
import type { AuthorityPorts, RequiredBinding, TestAuthority } from './authority.ts';

export const PEBBLE = existsSync('/usr/bin/pebble') && existsSync('/usr/bin/pebble-challtestsrv');

const CERTIFICATES = fileURLToPath(new URL('../banks/certificates', import.meta.url));
export const AUTHORITY_CA = join(CERTIFICATES, 'authority.pem');

/** Debian's real ACME server, with a DNS in which every name is this machine. */
export async function openPebble({ http, https }: AuthorityPorts, binding?: RequiredBinding): Promise<TestAuthority> {
  const folder = await mkdtemp(join(tmpdir(), 'pebble-'));
  const [port, management, dns, dnsManagement] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const config = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: join(CERTIFICATES, 'bank.pem'),
    privateKey: join(CERTIFICATES, 'bank.key'),
    httpPort: http,
    tlsPort: https,
    ocspResponderURL: '',
    externalAccountBindingRequired: binding !== undefined,
    externalAccountMACKeys: binding ? { [binding.kid]: binding.hmacKey } : {},
  };
  const file = join(folder, 'pebble.json');
  await writeFile(file, JSON.stringify({ pebble: config }));
  const names = spawn(
    '/usr/bin/pebble-challtestsrv',
    ['-dns01', `127.0.0.1:${dns}`, '-management', `127.0.0.1:${dnsManagement}`, '-defaultIPv6', ''].concat(
      ...['http01', 'https01', 'tlsalpn01'].map((off) => [`-${off}`, '']),
    ),
    { stdio: 'ignore' },
  );
  const env = { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '30', PEBBLE_AUTHZREUSE: '0' };
  const server = spawn('/usr/bin/pebble', ['-config', file, '-dnsserver', `127.0.0.1:${dns}`], {
    stdio: 'ignore',
    env,
  });
  const trusting = new Agent({ connect: { ca: await readFile(AUTHORITY_CA, 'utf8') } });
  const close = async () => {
    await trusting.close();
    await Promise.all([end(server), end(names)]);
    await rm(folder, { recursive: true, force: true });
  };
  const root = await readRoot(`https://127.0.0.1:${management}/roots/0`, trusting).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { directory: `https://127.0.0.1:${port}/dir`, root, close };
}

/** It is there once the server listens. */
async function readRoot(url: string, dispatcher: Agent): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      const { body } = await request(url, { dispatcher });
      return await body.text();
    } catch {
      await wait(25);
    }
  }
  throw new Error('Pebble did not begin to listen.');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
