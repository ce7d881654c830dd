import { PLATFORMS, type Platform } from '#src/wire/products/platforms.ts';
import type { Release } from '#src/wire/releases/releases.ts';

/** Says what buyers see after a version is withdrawn; `releases` begin with the newest version. */
export function withdrawalEffect(withdrawn: Release, releases: readonly Release[], hasDownloadUrl: boolean): string {
  if (withdrawn.channel === 'beta') return 'Quem pediu versões beta deixa de recebê-la.';
  const left = releases.filter(({ id, channel, state }) => {
    return id !== withdrawn.id && channel === 'stable' && state === 'published';
  });
  const [newest] = left;
  if (!newest) {
    return hasDownloadUrl
      ? 'Não sobra outra versão: quem comprou volta a receber o arquivo do link de download.'
      : 'Não sobra outra versão: quem comprou fica sem arquivo até você publicar uma.';
  }
  const isNewest = releases.findIndex(({ id }) => id === withdrawn.id) < releases.indexOf(newest);
  return isNewest
    ? `Quem comprou volta a ver a ${newest.version}.`
    : `Quem comprou continua vendo a ${newest.version}.`;
}

export const PUBLISHED = 'Quem comprou já pode baixar.';

/** Writes `Falta o instalador para Windows`; nothing where none is missing. */
export function missingText(missing: readonly Platform[]): string {
  if (missing.length === 0) return '';
  const systems = new Intl.ListFormat('pt-BR').format(missing.map((platform) => PLATFORMS[platform]));
  return missing.length === 1 ? `Falta o instalador para ${systems}` : `Faltam os instaladores para ${systems}`;
}

/** The version that a file's name tells, as in `GradeCinema-2.1.0-win.zip`. */
export function versionOfName(fileName: string): string | null {
  return /(?:^|[^\d.])(\d{1,4}(?:\.\d{1,4}){1,3})(?![\d])/.exec(fileName)?.[1] ?? null;
}

/** Says whether a file that came later waits to be published by itself. */
export function isAwaited({ files }: Pick<Release, 'files'>): boolean {
  return files.some(({ isAwaiting }) => isAwaiting);
}
