import type { APIContext, APIRoute } from 'astro';
import type * as z from 'zod/mini';
import { requireScope } from '#src/domain/access/api-tokens.ts';
import { requireCapability } from '#src/domain/access/capabilities.ts';
import { requireIdentity } from '#src/domain/access/factors/confirm-identity.ts';
import { type Gate, requireGate } from '#src/domain/access/login.ts';
import { sessionName } from '#src/domain/access/sessions.ts';
import { unveilIds } from '#src/domain/access/veiled-ids.ts';
import type { Actor } from '#src/domain/audit/audit.ts';
import type { SignedIn } from '#src/domain/buyers/sessions.ts';
import type { SignedInPartner } from '#src/domain/partners/partner-access.ts';
import { refusal, unknownAddress } from '#src/domain/refusals.ts';
import type { Shop } from '#src/domain/shop.ts';
import type { User } from '#src/wire/access/auth.ts';
import { FACTOR_TEXTS } from '#src/wire/access/factor-texts.ts';
import { type Allowed, can, type Role } from '#src/wire/access/roles.ts';
import type { Scope } from '#src/wire/access/scopes.ts';
import type { Success } from '#src/wire/api/success.ts';
import type { Filters, ListDefinition } from '#src/wire/lists/lists.ts';
import { errorResponse } from './errors.ts';
import { readBody } from './forms/body.ts';
import type { Media } from './responses/media.ts';
import { respondToToken } from './responses/respond-to-token.ts';
import { type JsonResponse, jsonResponse } from './responses/responses.ts';
import { readBuyer } from './sessions/buyer-session.ts';
import { readPartner } from './sessions/partner-session.ts';

type Access = 'public' | 'user' | 'admin' | 'buyer' | 'partner';

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

type Anybody = { user: User | null; sessionId: string | null; isFactorMissing: boolean };
type Somebody = { user: User; sessionId: string };
/** Whom the trail names, with what the role may see. */
type OfTheTeam = { user: User & Actor; role: Role; sessionId: string; showsKeys: boolean };
/** Somebody of the team, or a token that one made. */
type SomebodyOrToken = { user: Actor; role: Role; showsKeys: boolean };
type ABuyer = { buyer: SignedIn };
type APartner = { partner: SignedInPartner };
type Everybody = Anybody & OfTheTeam & ABuyer & APartner;

type Declaration<Schema, Body, Who, Result = unknown> = {
  body?: Schema;
  gate?: Gate;
  /** It opens to whom signed in, or proved by a factor, in the last ten minutes; no token is asked. */
  confirms?: Confirms;
  /** Whoever must add a second factor gets here, too. */
  opensWithoutFactor?: true;
  /** The body may also be a form, or stand in the address, as clients of other platforms send it. */
  takesForms?: true;
  /** It compares `If-Match`, which no other call may bring along, with the row as it is. */
  readsIfMatch?: true;
  /** Of a plain value; 200 unless it is said. */
  status?: Status;
  /** A plain value becomes JSON, and nothing becomes `Success`; `responses.ts` has what is neither. */
  run(call: Call<Body, Who>): Result | Promise<Result>;
};

type Confirms = true | ((params: APIContext['params']) => boolean);

/** The second is of what goes on after the response. */
type Status = 200 | 201 | 202 | readonly [200, 202];

/** What the document of the API says of a call, and the compiler asks for wherever a stranger or a token may come. */
type Described<Returned extends z.ZodMiniType | Media> = {
  /** In Portuguese. */
  summary: string;
  /** Nothing is judged by it while the shop runs. */
  response: Returned;
  query?: Query;
  /** The body is a form with a file. */
  upload?: true;
};

/** A list's own parameters, or others by name. */
export type Query = ListDefinition<string, Filters> | z.ZodMiniObject;

/** For the shop's own pages and the machines of others, not for the document. */
type Undescribed = { summary: null };

type ReplyOf<Returned> = Returned extends z.ZodMiniType
  ? z.output<Returned> | JsonResponse<z.output<Returned>> | (Returned extends typeof Success ? Nothing : never)
  : Response;
type Nothing = ReturnType<() => void>;

/** What is known of a call without making it. */
export type CallDeclaration = { access: Access } & Declared;

type Declared = {
  scope?: Scope | 'any';
  allow?: Allowed;
  body?: z.ZodMiniType;
  status?: Status;
  gate?: Gate;
  confirms?: Confirms;
  opensWithoutFactor?: true;
  readsIfMatch?: true;
  takesForms?: true;
} & (Described<z.ZodMiniType | Media> | { summary?: null });

export type DeclaredRoute = APIRoute & { readonly declaration: CallDeclaration };

/** Declares one method of a route; a refusal becomes its status and sentence here alone. */
export function endpoint<Schema extends z.ZodMiniType, Returned extends z.ZodMiniType | Media>(
  declaration: { access: 'public' } & Described<Returned> &
    Declaration<Schema, z.output<Schema>, Anybody, ReplyOf<Returned>>,
): DeclaredRoute;
export function endpoint<Schema extends z.ZodMiniType>(
  declaration: { access: 'public' } & Undescribed & Declaration<Schema, z.output<Schema>, Anybody>,
): DeclaredRoute;
export function endpoint<Schema extends z.ZodMiniType, Returned extends z.ZodMiniType | Media>(
  declaration: { access: 'user' } & Described<Returned> &
    Declaration<Schema, z.output<Schema>, Somebody, ReplyOf<Returned>>,
): DeclaredRoute;
/** Of the team: `allow` says what a role must be able to do. A scope opens the call to a token of the API, which no other call takes. */
export function endpoint<Schema extends z.ZodMiniType>(
  declaration: { scope?: never; allow: Allowed } & Declaration<Schema, z.output<Schema>, OfTheTeam>,
): DeclaredRoute;
export function endpoint<Schema extends z.ZodMiniType, Returned extends z.ZodMiniType | Media>(
  declaration: { scope: Scope | 'any'; allow: Allowed } & Described<Returned> &
    Declaration<Schema, z.output<Schema>, SomebodyOrToken, ReplyOf<Returned>>,
): DeclaredRoute;
export function endpoint<Schema extends z.ZodMiniType>(
  declaration: { scope: 'any'; allow: Allowed } & Undescribed & Declaration<Schema, z.output<Schema>, SomebodyOrToken>,
): DeclaredRoute;
export function endpoint<Schema extends z.ZodMiniType, Returned extends z.ZodMiniType | Media>(
  declaration: { access: 'buyer' } & Described<Returned> &
    Declaration<Schema, z.output<Schema>, ABuyer, ReplyOf<Returned>>,
): DeclaredRoute;
export function endpoint<Schema extends z.ZodMiniType, Returned extends z.ZodMiniType | Media>(
  declaration: { access: 'partner' } & Described<Returned> &
    Declaration<Schema, z.output<Schema>, APartner, ReplyOf<Returned>>,
): DeclaredRoute;
export function endpoint(
  declared: { access?: Access } & Declared & Declaration<z.ZodMiniType, unknown, Everybody>,
): DeclaredRoute {
  const declaration = { access: 'admin' as const, ...declared };
  const route: APIRoute = async (context) => {
    const { locals, params, url, request, cookies } = context;
    const { shop, clientNetwork, waitForDrain, abortResponse } = locals;
    try {
      const who = await identify(declaration, context);
      if (holdsNul(params)) throw unknownAddress();
      // A token is a stronger proof than the password of a gate.
      if (declaration.gate && !locals.token) await requireGate(shop, who, declaration.gate);
      if (!locals.token && asksForPerson(declaration.confirms, params)) await requireIdentity(shop, who.user, who);
      if (request.headers.has('if-match') && !declaration.readsIfMatch) throw ifMatchUnread();
      const body = declaration.body ? await readBody(request, declaration.body, declaration.takesForms) : undefined;
      const { headers } = request;
      const call = {
        shop,
        ...(declaration.access === 'admin' ? unveiled(shop, { body, params, url }) : { body, params, url }),
        headers,
        request,
        cookies,
        clientNetwork,
        waitForDrain,
        abortResponse,
        ...who,
      };
      const respond = async () => {
        const value = await declaration.run(call);
        if (value instanceof Response) return value;
        return jsonResponse(value === undefined ? SUCCESS : value, [declaration.status ?? 200].flat()[0]);
      };
      return await (locals.token ? respondToToken({ shop, token: locals.token, request, body }, respond) : respond());
    } catch (error) {
      return errorResponse(error, shop.log);
    }
  };
  return Object.assign(route, { declaration });
}

const SUCCESS: z.output<typeof Success> = { success: true };

function asksForPerson(confirms: Confirms | undefined, params: APIContext['params']): boolean {
  return typeof confirms === 'function' ? confirms(params) : confirms === true;
}

function ifMatchUnread() {
  return refusal('malformed', 'if_match_unread', 'Esta chamada não lê If-Match. Envie sem ele.');
}

type Sent = { body: unknown; params: APIContext['params']; url: URL };

/** In a body, the rows of a list that were chosen: what is kept as it was typed never becomes an id. */
function unveiled(shop: Shop, { body, params, url }: Sent): Sent {
  const named = (name: string | undefined) => name && unveilIds(shop, name);
  const hasRows = typeof body === 'object' && body !== null && 'ids' in body;
  return {
    body: hasRows && Array.isArray(body.ids) ? { ...body, ids: body.ids.map(String).map(named) } : body,
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, named(value)])),
    url: new URL(unveilIds(shop, url.href)),
  };
}

/** No id holds a NUL byte, and PostgreSQL refuses every text with one. */
export function holdsNul(params: Record<string, string | undefined>): boolean {
  return Object.values(params).some((param) => param?.includes('\0'));
}

async function identify(
  { access, scope, allow, opensWithoutFactor }: CallDeclaration,
  { locals, cookies }: APIContext,
): Promise<Everybody> {
  const { token } = locals;
  if (access === 'admin' && token) {
    requireScope(token, scope);
    const { id, role } = token;
    // It does nothing that its maker may not do.
    requireCapability(role, allow);
    const showsKeys = token.scopes.includes('keys:read') && can(role, 'readKeys');
    return { user: { id }, role, showsKeys } as unknown as Everybody;
  }
  if (access !== 'buyer' && access !== 'partner') {
    const visitor = { ...locals, isFactorMissing: locals.isFactorMissing && !opensWithoutFactor };
    return (access === 'admin' ? authorizeTeam(visitor, allow) : authorize(access, visitor)) as Everybody;
  }
  const buyer = access === 'buyer' ? await readBuyer(locals.shop, cookies) : null;
  const partner = access === 'partner' ? await readPartner(locals.shop, cookies) : null;
  if (!buyer && !partner) {
    throw refusal('unauthenticated', 'unauthenticated', 'Entre com o link do seu e-mail para continuar.');
  }
  return { buyer, partner } as Everybody;
}

/** The role is that of this very request. */
export function authorizeTeam(locals: Anybody, allow: Allowed | undefined): OfTheTeam {
  const { user, sessionId } = authorize('admin', locals);
  const { role } = user;
  requireCapability(role, allow);
  return { user: { ...user, session: sessionName(sessionId) }, role, sessionId, showsKeys: can(role, 'readKeys') };
}

export function authorize(
  access: Exclude<Access, 'buyer' | 'partner'>,
  { user, sessionId, isFactorMissing }: Anybody,
): Somebody {
  if (access === 'public') return { user, sessionId, isFactorMissing } as Somebody & Anybody;
  if (!user || !sessionId) throw refusal('unauthenticated', 'unauthenticated', 'Entre na sua conta para continuar.');
  if (access === 'admin' && !user.isAdmin) {
    throw refusal('forbidden', 'forbidden', 'Sua conta não tem acesso a esta área.');
  }
  if (access === 'admin' && isFactorMissing) {
    throw refusal('forbidden', 'second_factor_missing', FACTOR_TEXTS.missing);
  }
  return { user, sessionId };
}
