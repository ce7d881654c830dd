import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { closeServer, listenAnywhere, readBody } from '../banks/http.ts';
import type { AuthorityPorts, RequiredBinding, TestAuthority } from './authority.ts';
import { openIssuer } from './issue-certificate.ts';
import { AUTHORITY_CA } from './pebble.ts';
import { judgeBinding, openSignedRequests, type Problem, problem, type SignedRequest } from './signed-requests.ts';

type Order = {
  account: string;
  domain: string;
  token: string;
  state: 'pending' | 'ready' | 'valid' | 'invalid';
  error?: { type: string; detail: string; status: number };
  chain?: string;
};
type Answer = { status?: number; body?: unknown; location?: string; text?: string } | Problem;

export type FakeAuthority = TestAuthority & {
  orders: Order[];
  /** The next new orders get this instead. */
  refuseOrders(refusal: Problem | null): void;
  forgetNonces(): void;
};

/** It judges signatures, nonces, challenges and requests for certificates as a real one does. */
export async function openFakeAuthority(ports: AuthorityPorts, binding?: RequiredBinding): Promise<FakeAuthority> {
  const issuer = await openIssuer();
  const orders: Order[] = [];
  let refusal: Problem | null = null;
  let origin = '';
  const accountUrl = (account: string) => `${origin}/account/${account}`;
  const requests = openSignedRequests(accountUrl);

  const routes: Record<string, (signed: SignedRequest, id: number) => Answer | Promise<Answer>> = {
    'new-account'({ account, payload }) {
      if (payload['termsOfServiceAgreed'] !== true)
        return problem(403, 'userActionRequired', 'The terms were not agreed to.');
      const refused =
        binding &&
        judgeBinding(payload['externalAccountBinding'], { ...binding, account, url: `${origin}/new-account` });
      return refused ?? { status: 201, body: { status: 'valid' }, location: accountUrl(account) };
    },
    account: () => ({ body: { status: 'valid' } }),
    'new-order'({ account, payload }) {
      if (refusal) return refusal;
      const [identifier] = payload['identifiers'] as { value: string }[];
      const token = createHash('sha256').update(`${orders.length} ${Date.now()}`).digest('base64url');
      orders.push({ account, domain: identifier?.value ?? '', token, state: 'pending' });
      return { ...showOrder(orders.length - 1), status: 201, location: `${origin}/order/${orders.length - 1}` };
    },
    order: (_signed, id) => showOrder(id),
    authorization: (_signed, id) => ({ body: showAuthorization(id) }),
    async challenge({ account }, id) {
      const [order, kind] = [orders[id >> 1], id % 2 === 0 ? 'http' : 'alpn'] as const;
      if (!order) return problem(404, 'malformed', 'There is no such order.');
      if (order.state === 'pending') {
        const isShown = await (kind === 'http' ? isShownByHttp : isShownInHandshake)(
          ports,
          order,
          `${order.token}.${account}`,
        );
        order.state = isShown ? 'ready' : 'invalid';
        if (!isShown) order.error = problem(403, 'unauthorized', `Nothing was found at ${order.domain}.`);
      }
      return { body: showChallenge(id >> 1, kind) };
    },
    async finalize({ payload }, id) {
      const order = orders[id];
      if (order?.state !== 'ready') return problem(403, 'orderNotReady', 'The order is not ready.');
      const chain = await issuer.issue(Buffer.from(String(payload['csr']), 'base64url'), [order.domain]);
      if (!chain) return problem(400, 'badCSR', 'The request for a certificate is wrong.');
      Object.assign(order, { state: 'valid', chain });
      return showOrder(id);
    },
    certificate: (_signed, id) => ({ text: orders[id]?.chain ?? '' }),
  };

  function showOrder(id: number): Extract<Answer, { body?: unknown }> {
    const order = orders[id];
    const identifiers = [{ type: 'dns', value: order?.domain }];
    const links = { authorizations: [`${origin}/authorization/${id}`], finalize: `${origin}/finalize/${id}` };
    const certificate = order?.state === 'valid' ? { certificate: `${origin}/certificate/${id}` } : {};
    return { body: { status: order?.state, identifiers, ...links, ...certificate } };
  }

  function showAuthorization(id: number) {
    const order = orders[id];
    const status = order?.state === 'ready' || order?.state === 'valid' ? 'valid' : order?.state;
    const challenges = [showChallenge(id, 'http'), showChallenge(id, 'alpn')];
    return { status, identifier: { type: 'dns', value: order?.domain }, challenges };
  }

  function showChallenge(id: number, kind: 'http' | 'alpn') {
    const { token, error, state } = orders[id] ?? {};
    const status = state === 'ready' ? 'valid' : state;
    const [type, number] = kind === 'http' ? ['http-01', id * 2] : ['tls-alpn-01', id * 2 + 1];
    return { type, url: `${origin}/challenge/${number}`, status, token, ...(error && { error }) };
  }

  const folder = join(AUTHORITY_CA, '..');
  const tls = { key: readFileSync(join(folder, 'bank.key')), cert: readFileSync(join(folder, 'bank.pem')) };
  const server = createServer(tls, (request, response) => void serve(request, response));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name = '', id] = (request.url ?? '').split('/');
    response.setHeader('Replay-Nonce', requests.newNonce());
    response.setHeader('Content-Type', 'application/json');
    if (name === 'directory') {
      const at = (path: string) => `${origin}/${path}`;
      response.end(JSON.stringify({ newNonce: at('nonce'), newAccount: at('new-account'), newOrder: at('new-order') }));
      return;
    }
    if (name === 'nonce') return void response.end();
    const signed = requests.read(await readBody(request), `${origin}${request.url}`);
    const answer = 'type' in signed ? signed : await routes[name]?.(signed, Number(id));
    if (!answer) return void response.writeHead(404).end();
    if ('type' in answer) {
      response.writeHead(answer.status, { ...answer.headers, 'Content-Type': 'application/problem+json' });
      return void response.end(JSON.stringify(answer));
    }
    const { status = 200, body, location, text } = answer;
    response.writeHead(status, location ? { Location: location } : {}).end(text ?? JSON.stringify(body));
  }
  origin = (await listenAnywhere(server)).replace('http:', 'https:');
  return {
    directory: `${origin}/directory`,
    root: issuer.root,
    orders,
    refuseOrders(next) {
      refusal = next;
    },
    forgetNonces: requests.forgetNonces,
    close: () => closeServer(server),
  };
}

function isShownByHttp({ http: port }: AuthorityPorts, { domain, token }: Order, wanted: string): Promise<boolean> {
  const path = `/.well-known/acme-challenge/${token}`;
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path, headers: { host: domain }, agent: false }, (response) => {
      readBody(response).then(
        (text) => resolve(response.statusCode === 200 && text.trim() === wanted),
        () => resolve(false),
      );
    }).on('error', () => resolve(false));
  });
}

function isShownInHandshake({ https: port }: AuthorityPorts, { domain }: Order, wanted: string): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { servername: domain, ALPNProtocols: ['acme-tls/1'], rejectUnauthorized: false };
    const socket = connect({ host: '127.0.0.1', port, ...options }, () => {
      const hash = createHash('sha256').update(wanted).digest();
      const isShown = socket.alpnProtocol === 'acme-tls/1' && socket.getPeerX509Certificate()?.raw.includes(hash);
      socket.destroy();
      resolve(isShown === true);
    });
    socket.on('error', () => resolve(false));
  });
}
