/**
 * An address for each server that the given one names, as `postgres://loja@one:5432,other:5433/loja` does. It is null where
 * it is no address.
 */
export function postgresUrls(address: string): string[] | null {
  const [, before, hosts = '', rest] = ADDRESS.exec(address) ?? [];
  const names = hosts.split(',');
  if (before === undefined || (names.length > 1 && names.includes(''))) return null;
  const urls = names.map((host) => `${before}${host}${rest}`);
  return urls.every((url) => URL.canParse(url)) ? urls : null;
}

/** Scheme with user and password, hosts with their ports, the rest. */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/;
