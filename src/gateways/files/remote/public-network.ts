import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublicIp } from './public-ip.ts';

export type NetworkOptions = {
  mayConnect?: (address: string) => boolean;
  ca?: Buffer;
  lookUp?: LookUp;
  connectMs: number;
};

type LookUp = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

export const FORBIDDEN_ADDRESS = 'FORBIDDEN_ADDRESS';

/** Checks the address after the lookup and right before connecting, so that DNS rebinding gains nothing. */
export function openPublicNetwork({ mayConnect = isPublicIp, ca, lookUp = lookup, connectMs }: NetworkOptions): Agent {
  const connect = buildConnector({ lookup: lookupAmong(mayConnect, lookUp), timeout: connectMs, ...(ca && { ca }) });
  return new Agent({
    connect(options, callback) {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      // A literal IP address is never looked up.
      if (isIP(host) && !mayConnect(host)) return callback(forbidden(), null);
      connect(options, callback);
    },
  });
}

function lookupAmong(mayConnect: (address: string) => boolean, lookUp: LookUp): LookupFunction {
  return (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? [];
      if (error) callback(error, []);
      else if (!first || !found.every(({ address }) => mayConnect(address))) callback(forbidden(), []);
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

function forbidden(): NodeJS.ErrnoException {
  return Object.assign(new Error('the address is not one of the open internet'), { code: FORBIDDEN_ADDRESS });
}
