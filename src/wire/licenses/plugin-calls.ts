import * as z from 'zod/mini';
import { formatDay } from '../basics/dates.ts';
import { line, text } from '../basics/text.ts';
import { PLATFORMS, type Platform } from '../products/platforms.ts';
import { productId } from '../products/product-id.ts';
import { RELEASE_CHANNELS, RELEASE_TEXTS, type ReleaseChannel, releaseVersion } from '../releases/releases.ts';
import { seenText } from './machine-text.ts';
import { type KeyMachines, MACHINE_TEXTS, type Machine, type MachineCount } from './machines.ts';

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
export type Deactivation = { success: true; released: boolean };

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

/** The plugin may show them as they are. */
export const BAD_KEY_TEXTS = {
  unknown: 'Não encontramos esta chave. Confira se ela foi copiada inteira.',
  unsold: 'Esta chave ainda não vale. Se você acabou de comprar, aguarde a confirmação do pagamento.',
  revoked: 'Esta chave foi revogada. Fale com o suporte para saber o motivo.',
  refunded: 'Esta compra foi reembolsada, e a chave deixou de valer.',
  frozen: 'Esta chave está suspensa enquanto o pagamento é analisado.',
  other_product: 'Esta chave é de outro produto.',
  not_activated: 'Este computador não está ativado com esta chave. Ative-o para continuar.',
} as const;
export type BadKey = Exclude<keyof typeof BAD_KEY_TEXTS, 'not_activated'>;

type Holder = Pick<Machine, 'name' | 'lastSeenAt' | 'releasedAt' | 'offlineUntil'>;

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

/** `message` can be shown in the plugin as it stands; `ticket` is a signed JWS, good until `expiresAt`. */
export type Activation =
  | {
      valid: true;
      code: 'activated' | 'already_active';
      product: { id: string; name: string };
      machine: { id: string; name: string };
      machines: MachineCount;
      ticket: string;
      expiresAt: string;
      update: AvailableUpdate | null;
    }
  | {
      valid: false;
      code: 'machine_limit';
      message: string;
      machines: MachineCount & { list: Holder[] };
      manageUrl: string;
    }
  | { valid: false; code: BadKey; message: string };

export type AvailableUpdate = { version: string; isCritical: boolean };

/** `POST /api/payments/machines/{itemId}/offline` with an `OfflineRequest`: what the buyer saves as `licenca.lic` is `ticket`. */
export type OfflineLicense = {
  ticket: string;
  expiresAt: string;
  fileName: string;
  machine: { id: string; name: string };
  machines: KeyMachines;
};

/** The plugin hands such a download link to its user. */
export const LINK_MINUTES = 10;

export const LatestRelease = z.object({
  productId,
  version: releaseVersion,
  platform: z.optional(z.nullable(z.enum(Object.keys(PLATFORMS) as Platform[], RELEASE_TEXTS.platform))),
  channel: z.optional(z.nullable(z.enum(Object.keys(RELEASE_CHANNELS) as ReleaseChannel[], RELEASE_TEXTS.channel))),
  key: z.optional(z.nullable(key)),
  fingerprint: z.optional(z.nullable(fingerprint)),
});
export type LatestRelease = z.infer<typeof LatestRelease>;

/** `covered` needs a good key; `downloadUrl` also a machine that is active, where one is named. `notes` is Markdown. */
export type LatestVersion = AvailableUpdate & {
  notes: string;
  publishedAt: string;
  covered: boolean;
  downloadUrl: string | null;
};
