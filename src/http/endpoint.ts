import type { APIContext, APIRoute } from 'astro';
import type * as z from 'zod/mini';
import { type Gate, requireFreshPassword, requireGate } from '#src/domain/access/login.ts';
import type { SignedIn } from '#src/domain/buyers/sessions.ts';
import { refusal, unknownAddress } from '#src/domain/refusals.ts';
import type { Shop } from '#src/domain/shop.ts';
import type { User } from '#src/wire/access/auth.ts';
import { errorResponse } from './errors.ts';
import { readBody } from './forms/body.ts';
import { jsonResponse } from './responses/responses.ts';
import { readBuyer } from './sessions/buyer-session.ts';

type Access = 'public' | 'user' | 'admin' | 'buyer';

type Call<Body, Who> = {
  shop: Shop;
  body: Body;
  params: Record<string, string | undefined>;
  url: URL;
  headers: Headers;
  request: Request;
  cookies: APIContext['cookies'];
  /** The client's address, or its IPv6 network; limits count by it. */
  clientNetwork: string;
  waitForDrain: () => Promise<void>;
  abortResponse: () => void;
} & Who;

type Anybody = { user: User | null; sessionId: string | null };
type Somebody = { user: User; sessionId: string };
type ABuyer = { buyer: SignedIn };

type Declaration<Schema, Body, Who> = {
  body?: Schema;
  gate?: Gate;
  /** Only the own password, typed in the last ten minutes, opens it. */
  wantsFreshPassword?: true;
  /** A plain value becomes JSON with 200; `responses.ts` has the others. */
  run(call: Call<Body, Who>): unknown;
};

/** Declares one method of a route; a refusal becomes its status and sentence here alone. */
export function endpoint<Schema extends z.ZodMiniType>(
  declaration: { access: 'public' } & Declaration<Schema, z.output<Schema>, Anybody>,
): APIRoute;
export function endpoint<Schema extends z.ZodMiniType>(
  declaration: { access: 'user' | 'admin' } & Declaration<Schema, z.output<Schema>, Somebody>,
): APIRoute;
export function endpoint<Schema extends z.ZodMiniType>(
  declaration: { access: 'buyer' } & Declaration<Schema, z.output<Schema>, ABuyer>,
): APIRoute;
export function endpoint(
  declaration: { access: Access } & Declaration<z.ZodMiniType, unknown, Anybody & Somebody & ABuyer>,
): APIRoute {
  return async (context) => {
    const { locals, params, url, request, cookies } = context;
    const { shop, clientNetwork, waitForDrain, abortResponse } = locals;
    try {
      const who = await identify(declaration.access, context);
      if (holdsNul(params)) throw unknownAddress();
      if (declaration.gate) await requireGate(shop, who.sessionId, declaration.gate);
      if (declaration.wantsFreshPassword) await requireFreshPassword(shop, who.sessionId);
      const body = declaration.body ? await readBody(request, declaration.body) : undefined;
      const { headers } = request;
      const call = {
        shop,
        body,
        params,
        url,
        headers,
        request,
        cookies,
        clientNetwork,
        waitForDrain,
        abortResponse,
        ...who,
      };
      const value = await declaration.run(call);
      return value instanceof Response ? value : jsonResponse(value);
    } catch (error) {
      return errorResponse(error, shop.log);
    }
  };
}

/** No id holds a NUL byte, and PostgreSQL refuses every text with one. */
export function holdsNul(params: Record<string, string | undefined>): boolean {
  return Object.values(params).some((param) => param?.includes('\0'));
}

async function identify(access: Access, { locals, cookies }: APIContext): Promise<Anybody & Somebody & ABuyer> {
  if (access !== 'buyer') return authorize(access, locals) as Anybody & Somebody & ABuyer;
  const buyer = await readBuyer(locals.shop, cookies);
  if (!buyer) throw refusal('unauthenticated', 'unauthenticated', 'Entre com o link do seu e-mail para continuar.');
  return { buyer } as Anybody & Somebody & ABuyer;
}

export function authorize(access: Exclude<Access, 'buyer'>, { user, sessionId }: Anybody): Somebody {
  if (access === 'public') return { user, sessionId } as Somebody;
  if (!user || !sessionId) throw refusal('unauthenticated', 'unauthenticated', 'Entre na sua conta para continuar.');
  if (access === 'admin' && !user.isAdmin) {
    throw refusal('forbidden', 'forbidden', 'Sua conta não tem acesso a esta área.');
  }
  return { user, sessionId };
}
