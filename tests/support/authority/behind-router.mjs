import { Resolver } from 'node:dns/promises';
import { Socket } from 'node:net';

// A store that loads it first has a domain at this address, whose ports 80 and 443 a router leads to those of LISTEN_TLS.
const ADDRESS = '192.0.2.7';
const [httpsPort, httpPort] = process.env.LISTEN_TLS.split(':')[1].split(',').map(Number);
const LED_TO = { 80: httpPort, 443: httpsPort };

Resolver.prototype.resolve4 = async () => [ADDRESS];
Resolver.prototype.resolve6 = async () => [];

const { connect } = Socket.prototype;
Socket.prototype.connect = function (...given) {
  const [options] = Array.isArray(given[0]) ? given[0] : given;
  if (options?.host === ADDRESS) Object.assign(options, { host: '127.0.0.1', port: LED_TO[options.port] });
  return connect.apply(this, given);
};
