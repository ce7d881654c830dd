import * as z from 'zod/mini';
import { formatDay } from '../basics/dates.ts';
import { keyOf, line, text } from '../basics/text.ts';
import { PLATFORMS } from '../products/platforms.ts';
import { productId } from '../products/product-id.ts';
import { RELEASE_CHANNELS, RELEASE_TEXTS, releaseVersion } from '../releases/releases.ts';
import { seenText } from './machine-text.ts';
import { KeyMachines, MACHINE_TEXTS, Machine, MachineCount } from './machines.ts';

/** Nothing is trimmed, since the text is hashed as it stands. */
export const machineFingerprint = z.string(MACHINE_TEXTS.fingerprint).check(
  z.minLength(16, MACHINE_TEXTS.fingerprint),
  z.maxLength(256, MACHINE_TEXTS.fingerprint),
  z.refine((typed) => typed.isWellFormed(), MACHINE_TEXTS.fingerprint),
);
const fingerprint = machineFingerprint;
const key = text(1, 200, 'Informe a chave de ativação.');
const anyProduct = z.optional(z.nullable(productId));
const optionalLine = (most: number, refusal: string) => z.optional(z.nullable(line(0, most, refusal)));

export const ActivateMachine = z.object({
  key,
  productId: anyProduct,
  fingerprint,
  machineName: optionalLine(60, MACHINE_TEXTS.machineName),
  platform: optionalLine(40, MACHINE_TEXTS.platform),
  pluginVersion: optionalLine(30, MACHINE_TEXTS.pluginVersion),
  host: optionalLine(40, MACHINE_TEXTS.host),
});
export type ActivateMachine = z.infer<typeof ActivateMachine>;

export const DeactivateMachine = z.object({ key, fingerprint });
export type DeactivateMachine = z.infer<typeof DeactivateMachine>;
export const Deactivation = z.object({
  success: z.literal(true),
  released: z.boolean(),
});
export type Deactivation = z.infer<typeof Deactivation>;

/** The text that a plugin shows where there is no internet: `CF1.` and the base64url of its key, product, fingerprint and name. */
export const OfflineRequest = z.object({
  request: z.pipe(
    z.pipe(
      z.string(MACHINE_TEXTS.request).check(z.maxLength(4_000, MACHINE_TEXTS.request)),
      z.transform(readOfflineText),
    ),
    z.object(
      { key, productId: anyProduct, fingerprint, machineName: optionalLine(60, MACHINE_TEXTS.machineName) },
      MACHINE_TEXTS.request,
    ),
  ),
});
export type OfflineRequest = z.infer<typeof OfflineRequest>;

/** Returns undefined for any other text. */
function readOfflineText(pasted: string): unknown {
  const [, encoded] = /^CF1\.([A-Za-z0-9_-]+)=*$/i.exec(pasted.replace(/\s/g, '')) ?? [];
  if (encoded === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded.replace(/-/g, '+').replace(/_/g, '/')), (each) => each.charCodeAt(0));
    const { k, p, f, n } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) ?? {};
    return { key: k, productId: p, fingerprint: f, machineName: n };
  } catch {
    return undefined;
  }
}

const BAD_KEYS = {
  unknown: 'Não encontramos esta chave. Confira se ela foi copiada inteira.',
  unsold: 'Esta chave ainda não vale. Se você acabou de comprar, aguarde a confirmação do pagamento.',
  revoked: 'Esta chave foi revogada. Fale com o suporte para saber o motivo.',
  refunded: 'Esta compra foi reembolsada, e a chave deixou de valer.',
  frozen: 'Esta chave está suspensa enquanto o pagamento é analisado.',
  other_product: 'Esta chave é de outro produto.',
  trial_ended: 'O teste terminou. Para continuar, compre na loja: esta mesma chave passa a valer sem prazo.',
  trial_used: 'Este computador já testou este plugin uma vez. Para continuar, compre na loja.',
  trial_elsewhere:
    'Esta chave de teste já está em outro computador, e vale em um só. Para usar em mais, compre na loja.',
} as const;
export const BadKey = keyOf(BAD_KEYS);
export type BadKey = z.infer<typeof BadKey>;

/** The plugin may show them as they are. */
export const BAD_KEY_TEXTS = {
  ...BAD_KEYS,
  not_activated: 'Este computador não está ativado com esta chave. Ative-o para continuar.',
} as const;

const Holder = z.pick(Machine, { name: true, lastSeenAt: true, releasedAt: true, offlineUntil: true });
type Holder = z.infer<typeof Holder>;

/** Says who holds the places, and where to free one, or when the first comes back. */
export function fullText(
  { used, limit, list }: MachineCount & { list: Holder[] },
  manageUrl: string,
  now: Date,
): string {
  const named = list.slice(0, NAMED_IN_TEXT).map((holder) => `${holder.name} (${holderText(holder, now)})`);
  const others = list.length - named.length;
  const names = joinNames(others > 0 ? [...named, others === 1 ? 'mais um' : `mais ${others}`] : named);
  const where = manageUrl.replace(/^https?:\/\//, '');
  const [first] = list.map(({ offlineUntil }) => offlineUntil ?? '').sort();
  const way = first
    ? `Nenhum lugar volta antes de ${formatDay(first)}, quando termina uma licença sem internet: fale com o suporte, ou veja em ${where}.`
    : `Libere um em ${where}.`;
  return `Esta chave já está em uso em ${used} de ${limit ?? used} computadores: ${names}. ${way}`;
}

function holderText({ lastSeenAt, releasedAt, offlineUntil }: Holder, now: Date): string {
  if (!offlineUntil) return seenText(lastSeenAt, now);
  const until = formatDay(offlineUntil);
  return releasedAt ? `liberado, o lugar volta em ${until}` : `licença sem internet até ${until}`;
}

const NAMED_IN_TEXT = 5;

function joinNames(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`;
}

export const AvailableUpdate = z.object({
  version: z.string(),
  isCritical: z.boolean(),
});
export type AvailableUpdate = z.infer<typeof AvailableUpdate>;

/** `message` can be shown in the plugin as it stands; `ticket` is a signed JWS, good until `expiresAt`. */
export const Activation = z.union([
  z.object({
    valid: z.literal(true),
    code: z.enum(['activated', 'already_active']),
    product: z.object({
      id: z.string(),
      name: z.string(),
    }),
    machine: z.object({
      id: z.string(),
      name: z.string(),
    }),
    machines: MachineCount,
    ticket: z.string(),
    expiresAt: z.string(),
    /** It is that of a trial. */
    trialEndsAt: z.exactOptional(z.string()),
    update: z.nullable(AvailableUpdate),
  }),
  z.object({
    valid: z.literal(false),
    code: z.literal('machine_limit'),
    message: z.string(),
    machines: z.extend(MachineCount, {
      list: z.array(Holder),
    }),
    manageUrl: z.string(),
  }),
  z.object({
    valid: z.literal(false),
    code: BadKey,
    message: z.string(),
    buyUrl: z.exactOptional(z.string()),
  }),
]);
export type Activation = z.infer<typeof Activation>;

/** `POST /api/payments/machines/{itemId}/offline` with an `OfflineRequest`: what the buyer saves as `licenca.lic` is `ticket`. */
export const OfflineLicense = z.object({
  ticket: z.string(),
  expiresAt: z.string(),
  fileName: z.string(),
  machine: z.object({
    id: z.string(),
    name: z.string(),
  }),
  machines: KeyMachines,
});
export type OfflineLicense = z.infer<typeof OfflineLicense>;

/** The plugin hands such a download link to its user. */
export const LINK_MINUTES = 10;

export const LatestRelease = z.object({
  productId,
  version: releaseVersion,
  platform: z.optional(z.nullable(keyOf(PLATFORMS, RELEASE_TEXTS.platform))),
  channel: z.optional(z.nullable(keyOf(RELEASE_CHANNELS, RELEASE_TEXTS.channel))),
  key: z.optional(z.nullable(key)),
  fingerprint: z.optional(z.nullable(fingerprint)),
});
export type LatestRelease = z.infer<typeof LatestRelease>;

/** `covered` needs a good key; `downloadUrl` also a machine that is active, where one is named. `notes` is Markdown. */
export const LatestVersion = z.extend(AvailableUpdate, {
  notes: z.string(),
  publishedAt: z.string(),
  covered: z.boolean(),
  downloadUrl: z.nullable(z.string()),
});
export type LatestVersion = z.infer<typeof LatestVersion>;

export const LatestAnswer = z.object({ update: z.nullable(LatestVersion) });

/** A JWKS. */
export const PublicKeys = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });
export type PublicKeys = z.infer<typeof PublicKeys>;

/** The link of a file says who may fetch it, and until when. */
export const PluginFileQuery = z.object({ key: z.string(), until: z.string(), seal: z.string() });
