import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Browser = {
  /** It is undefined for Playwright's own browser. */
  executablePath: string | undefined;
  args: string[];
  sentence: string;
};

export async function findBrowser(): Promise<Browser> {
  const { executablePath, sentence } = await choose();
  return { executablePath, args: browserArguments(), sentence };
}

async function choose(): Promise<Pick<Browser, 'executablePath' | 'sentence'>> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return { executablePath: named, sentence: `The browser is the one of CHROMIUM_PATH, ${named}.` };
  if (existsSync(SYSTEM_PATH)) {
    return { executablePath: SYSTEM_PATH, sentence: `The browser is the system's, ${SYSTEM_PATH}.` };
  }
  if (process.platform === 'linux' && process.arch === 'x64') {
    const executablePath = await unpackChromium();
    return { executablePath, sentence: `The browser is the one that @sparticuz/chromium ships, ${executablePath}.` };
  }
  return { executablePath: undefined, sentence: "The browser is Playwright's own." };
}

/** Ignores the package's own `args`, which disable web security. */
async function unpackChromium(): Promise<string> {
  // Makes the package unpack the libraries that a bare machine lacks; read on import.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs24.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  const executablePath = await chromium.executablePath();
  process.env['FONTCONFIG_PATH'] = await nameFonts(join(tmpdir(), 'fonts'));
  return executablePath;
}

/**
 * The package unpacks its fonts into the folder for temporary files and looks for them in /tmp alone: elsewhere the browser
 * has no font, and crashes at the first letter that the page's own fonts lack. Returns the folder with the configuration.
 */
async function nameFonts(fonts: string): Promise<string> {
  const folder = join(fonts, 'named');
  await mkdir(folder, { recursive: true });
  const configuration = `<fontconfig><dir>${fonts}</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>\n`;
  await writeFile(join(folder, 'fonts.conf'), configuration);
  return folder;
}

function browserArguments(): string[] {
  const isRoot = process.getuid?.() === 0;
  return [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    ...(isRoot ? ['--no-sandbox'] : []),
  ];
}

const SYSTEM_PATH = '/usr/bin/chromium';
