import { TRANSFER_PATH } from '#src/wire/releases/releases.ts';

/** What a request is for: a closed set, since addresses hold ids and anybody can invent more. The first that fits counts. */
const GROUPS = {
  probes: /^\/(?:healthz|readyz|metrics)(?:\?|$)/,
  assets: /^\/(?:_astro|demo|fonts|uploads)\/|^\/[\w-]+\.(?:css|ico|js|png|svg|txt|webmanifest|xml)(?:\?|$)/,
  orders: /^\/api\/payments\/create(?:\?|\/|$)/,
  webhooks: /^\/api\/webhooks\//,
  streams: /^\/api\/(?:admin|payments\/purchase\/[^/]+)\/events(?:\?|\/|$)/,
  transfers: new RegExp(`^(?:${TRANSFER_PATH}(?:/|\\?|$)|/api/upload(?:\\?|/|$))`),
  downloads: /^\/api\/(?:payments\/download|licenses\/files|trials)\//,
  licenses: /^\/api\/licenses\//,
  desk_calls: /^\/api\/(?:admin|auth|logout)(?:\?|\/|$)/,
  buyer_calls: /^\/api\/(?:buyer|payments|sandbox)\//,
  shop_calls: /^\/api(?:\?|\/|$)/,
  desk_pages: /^\/(?:admin|login)(?:\?|\/|$)/,
  buyer_pages:
    /^\/(?:abrir|avise-me|avisos|checkout|conta|lembretes|minhas-compras|purchase|retomar|testar)(?:\?|\/|$)/,
  shop_pages: /^/,
} as const satisfies Record<string, RegExp>;

export type RouteGroup = keyof typeof GROUPS;

const ENTRIES = Object.entries(GROUPS) as [RouteGroup, RegExp][];

export function groupOf(url: string): RouteGroup {
  return ENTRIES.find(([, pattern]) => pattern.test(url))?.[0] ?? 'shop_pages';
}

/** The other end decides how long these last. */
export const UNTIMED: ReadonlySet<RouteGroup> = new Set(['streams', 'transfers', 'downloads']);
