/** The decoded path below `/uploads/`; undefined when it is no upload's address or leads elsewhere. */
export function segmentsOf(address: string): string[] | undefined {
  if (!address.startsWith(PREFIX)) return undefined;
  const path = decoded(address.slice(PREFIX.length));
  const segments = path?.split('/');
  return segments?.every(isPlainName) ? segments : undefined;
}

export function addressOf(name: string): string {
  return PREFIX + name.split('/').map(encodeURIComponent).join('/');
}

const PREFIX = '/uploads/';

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** A leading dot marks unfinished uploads, or an escape from the folder. */
export function isPlainName(segment: string): boolean {
  return segment !== '' && !segment.startsWith('.') && !/[\\\0]/.test(segment);
}
