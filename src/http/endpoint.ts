import type { APIContext, APIRoute } from 'astro';
import type * as z from 'zod/mini';
import { type Gate, requireGate } from '#src/domain/login.ts';
import { refusal } from '#src/domain/refusals.ts';
import type { Shop } from '#src/domain/shop.ts';
import type { User } from '#src/wire/auth.ts';
import { jsonAnswer } from './answers.ts';
import { readBody } from './body.ts';
import { errorAnswer } from './errors.ts';

/** Who may call: everybody, whoever has a session, or an administrator. */
type Access = 'public' | 'user' | 'admin';

/** What a call is given. With `access` other than `public`, user and session are there. */
export type Call<Body, Who> = {
  shop: Shop;
  body: Body;
  params: Record<string, string | undefined>;
  url: URL;
  headers: Headers;
  request: Request;
  cookies: APIContext['cookies'];
  /** The client's address, or its network: what limits count by. */
  address: string;
  /** Resolves once the client has taken what was sent to it so far. */
  untilTaken: () => Promise<void>;
} & Who;

type Anybody = { user: User | null; sessionId: string | null };
type Somebody = { user: User; sessionId: string };

type Declaration<Schema, Body, Who> = {
  body?: Schema;
  /** The password gate that the session must have passed, where the settings enforce it. */
  gate?: Gate;
  /** A plain value becomes JSON with 200; `answers.ts` has the others. */
  run(call: Call<Body, Who>): unknown;
};

/** Declares one method of one address. The only place that catches: a refusal becomes its number and its sentence. */
export function endpoint<Schema extends z.ZodMiniType>(
  declaration: { access: 'public' } & Declaration<Schema, z.output<Schema>, Anybody>,
): APIRoute;
export function endpoint<Schema extends z.ZodMiniType>(
  declaration: { access: 'user' | 'admin' } & Declaration<Schema, z.output<Schema>, Somebody>,
): APIRoute;
export function endpoint(
  declaration: { access: Access } & Declaration<z.ZodMiniType, unknown, Anybody & Somebody>,
): APIRoute {
  return async (context) => {
    const { locals, params, url, request, cookies } = context;
    const { shop, user, sessionId, address, untilTaken } = locals;
    try {
      const who = admit(declaration.access, { user, sessionId });
      if (declaration.gate) await requireGate(shop, who.sessionId, declaration.gate);
      const body = declaration.body ? await readBody(request, declaration.body) : undefined;
      const { headers } = request;
      const call = { shop, body, params, url, headers, request, cookies, address, untilTaken, ...who };
      const value = await declaration.run(call);
      return value instanceof Response ? value : jsonAnswer(value);
    } catch (error) {
      return errorAnswer(error, shop.log);
    }
  };
}

/** Throws the refusal of whoever may not call. */
export function admit(access: Access, { user, sessionId }: Anybody): Somebody {
  // A public call may be made by nobody; its type says so, and what it is handed is the same.
  if (access === 'public') return { user, sessionId } as Somebody;
  if (!user || !sessionId) throw refusal('unauthenticated', 'unauthenticated', 'Entre na sua conta para continuar.');
  if (access === 'admin' && !user.isAdmin) {
    throw refusal('forbidden', 'forbidden', 'Sua conta não tem acesso a esta área.');
  }
  return { user, sessionId };
}
