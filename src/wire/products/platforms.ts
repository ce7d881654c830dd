export const PLATFORMS = {
  any: 'Qualquer sistema',
  windows: 'Windows',
  macos: 'macOS',
  'macos-intel': 'macOS (Intel)',
  'macos-arm': 'macOS (Apple Silicon)',
  linux: 'Linux',
} as const;
export type Platform = keyof typeof PLATFORMS;

export type System = 'windows' | 'macos' | 'linux';

/** Returns null for phones and for what is unknown. */
export function systemOf(userAgent: string): System | null {
  if (/Android|iPhone|iPad|CrOS/.test(userAgent)) return null;
  if (/Windows NT/.test(userAgent)) return 'windows';
  if (/Macintosh|Mac OS X/.test(userAgent)) return 'macos';
  return /Linux|X11/.test(userAgent) ? 'linux' : null;
}

/** Files for the system first, then those for every system; browsers do not tell Intel from Apple Silicon. */
export function byFit<File extends { platform: Platform }>(files: readonly File[], system: System | null): File[] {
  const distance = ({ platform }: File) => {
    if (system && platform.startsWith(system)) return 0;
    return platform === 'any' ? 1 : 2;
  };
  return files.toSorted((one, other) => distance(one) - distance(other));
}

/** The platform that a file's name tells, as in `GradeCinema-2.1.0-win.zip`. */
export function platformOfName(fileName: string): Platform {
  const name = fileName.toLowerCase();
  const isMac = /(^|[^a-z])(mac|macos|osx|darwin)([^a-z]|$)|\.(dmg|pkg)$/.test(name);
  if (isMac && /arm64|apple|silicon|[^a-z]m[1-5][^a-z0-9]/.test(name)) return 'macos-arm';
  if (isMac && /intel|x64|x86/.test(name)) return 'macos-intel';
  if (isMac) return 'macos';
  if (/(^|[^a-z])(win|windows|win32|win64)([^a-z]|$)|\.(exe|msi)$/.test(name)) return 'windows';
  return /(^|[^a-z])linux|\.(deb|rpm|appimage)$/.test(name) ? 'linux' : 'any';
}
