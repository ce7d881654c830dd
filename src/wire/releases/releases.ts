import * as z from 'zod/mini';
import { cleanText, identifier, keyOf, line, text } from '../basics/text.ts';
import { UPDATE_POLICIES } from '../products/data-fields.ts';
import { PLATFORMS, type Platform } from '../products/platforms.ts';
import { Announcement } from './announcements.ts';

export const RELEASE_CHANNELS = { stable: 'Estável', beta: 'Beta, em Versões em teste' } as const;
export type ReleaseChannel = keyof typeof RELEASE_CHANNELS;

export const RELEASE_STATES = { draft: 'Rascunho', published: 'Publicada', withdrawn: 'Retirada' } as const;
export type ReleaseState = keyof typeof RELEASE_STATES;

export const ReleaseFile = z.object({
  id: z.string(),
  platform: keyOf(PLATFORMS),
  /** It may be empty. */
  label: z.string(),
  fileName: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  downloads: z.number(),
  /** Its bytes are no longer those that were uploaded, so buyers do not get it. */
  isDamaged: z.boolean(),
  /** It arrived after its version was published, and nobody gets it before its own publication. */
  isAwaiting: z.boolean(),
  /** Buyers whom a notice of it would reach; 0 unless it waits. */
  audience: z.number(),
  /** A notice of it that began now would end then; null unless it waits. */
  noticeEndsAt: z.nullable(z.string()),
  /** It went to those of its system; null where nobody was told. */
  announcement: z.nullable(Announcement),
});
export type ReleaseFile = z.infer<typeof ReleaseFile>;

export const Release = z.object({
  id: z.string(),
  version: z.string(),
  channel: keyOf(RELEASE_CHANNELS),
  state: keyOf(RELEASE_STATES),
  isCritical: z.boolean(),
  /** Markdown. */
  notes: z.string(),
  createdAt: z.string(),
  publishedAt: z.nullable(z.string()),
  withdrawnAt: z.nullable(z.string()),
  withdrawnReason: z.nullable(z.string()),
  files: z.array(ReleaseFile),
  /** This published version has no file for these systems of the product. */
  missing: z.array(keyOf(PLATFORMS)),
  /** This published version still takes a file for these systems. */
  addable: z.array(keyOf(PLATFORMS)),
  /** Buyers whom a notice would reach. */
  audience: z.number(),
  /** One that began now would end then; null unless it is a draft. */
  noticeEndsAt: z.nullable(z.string()),
  /** It is null where nobody was told of it. */
  announcement: z.nullable(Announcement),
});
export type Release = z.infer<typeof Release>;

export const PublicRelease = z.object({
  version: z.string(),
  publishedAt: z.string(),
  notesHtml: z.string(),
  platforms: z.array(keyOf(PLATFORMS)),
  /** Those that buyers get, without names. */
  files: z.array(z.pick(ReleaseFile, { platform: true, label: true, sizeBytes: true })),
});
export type PublicRelease = z.infer<typeof PublicRelease>;

/** `url` is the counted route of this shop. */
export const BoughtFile = z.object({
  id: z.string(),
  platform: keyOf(PLATFORMS),
  label: z.string(),
  fileName: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  url: z.string(),
});
export type BoughtFile = z.infer<typeof BoughtFile>;

export const OlderVersion = z.object({
  version: z.string(),
  publishedAt: z.string(),
  files: z.array(BoughtFile),
});
export type OlderVersion = z.infer<typeof OlderVersion>;

/** The newest version that the item covers counts. Nothing is given unless the purchase is COMPLETED. */
export const ItemFiles = z.object({
  version: z.nullable(z.string()),
  publishedAt: z.nullable(z.string()),
  /** It is safe HTML; null without notes. */
  notesHtml: z.nullable(z.string()),
  /** The version is later than what was downloaded last. */
  isUpdateAvailable: z.boolean(),
  files: z.array(BoughtFile),
  olderVersions: z.array(OlderVersion),
  /** These betas are later than the newest. */
  testVersions: z.array(OlderVersion),
  /** `until` is the last day, `2027-11-22`; `major` the number that later versions must keep, null before the first. */
  updates: z.object({
    policy: keyOf(UPDATE_POLICIES),
    until: z.nullable(z.string()),
    major: z.nullable(z.number()),
  }),
});
export type ItemFiles = z.infer<typeof ItemFiles>;

/** Every file goes up by this one tus 1.0 address; a bucket takes no piece below 8 MB but the last. */
export const TRANSFER_PATH = '/api/admin/files';
export const PIECE_BYTES = 16 * 1024 * 1024;
/** An unfinished transfer is removed so long after its last piece. */
export const TRANSFER_KEPT_HOURS = 24;

export const MAXIMUM_NOTES = 20_000;

export const RELEASE_TEXTS = {
  version: 'Use números separados por ponto, como 2.1 ou 2.1.3.',
  channel: 'Escolha o canal: Estável ou Beta.',
  notes: 'O que mudou pode ter até 20.000 caracteres.',
  isCritical: 'Diga se a atualização é importante.',
  notify: 'Diga se as pessoas que compraram devem ser avisadas.',
  reason: 'Escreva por que a versão foi retirada, com até 500 caracteres.',
  platform: 'Escolha o sistema do arquivo.',
  label: 'O rótulo pode ter até 60 caracteres, em uma linha só.',
  fileName: 'O arquivo precisa de um nome com extensão, como curva-log-pro.zip, com até 120 caracteres.',
  release: 'Escolha a versão a que o arquivo pertence.',
  published: 'Esta versão já foi publicada: só o texto do que mudou e a importância podem ser alterados.',
  withdrawn: 'Esta versão foi retirada.',
  notPublished: 'Só uma versão publicada pode ser retirada.',
  publishWhole: 'Publique a versão: os arquivos saem com ela.',
  filePublished: 'Este arquivo já foi publicado.',
  damaged: 'Este arquivo está diferente do que foi enviado. Remova-o e envie de novo.',
  noFiles: 'Envie ao menos um arquivo antes de publicar.',
  notesMissing: 'Escreva o que mudou: é o que os clientes vão ler.',
  fileTaken: 'Esta versão já tem um arquivo com este nome.',
  noRoom: 'Não há espaço para guardar o arquivo. Libere espaço no servidor e tente de novo.',
  empty: 'O arquivo está vazio.',
  pieceTooSmall: 'Envie o arquivo em pedaços de 8 MB ou mais.',
  unknownTransfer: 'Este envio não existe mais. Comece de novo.',
  otherOffset: 'O envio continua de outro ponto.',
  transferBusy: 'Este envio ainda chega por outra conexão. Tente de novo em meio minuto.',
  finished: 'Este envio já terminou.',
  notCovered: 'Esta versão não faz parte da sua compra.',
  chooseFile: 'Esta versão tem mais de um arquivo. Escolha o do seu sistema.',
  otherContent: 'O arquivo chegou diferente do que foi enviado. Envie de novo.',
  unknown: 'Versão não encontrada.',
  unknownFile: 'Arquivo não encontrado.',
} as const;

export function versionTaken(version: string): string {
  return `A versão ${version} já existe neste produto.`;
}

export function platformTaken(platform: Platform): string {
  return platform === 'any'
    ? 'Esta versão já tem um arquivo para qualquer sistema.'
    : `Esta versão já tem o instalador para ${PLATFORMS[platform]}.`;
}

export function fileTooLarge(limitBytes: number): string {
  return `O arquivo passa de ${Math.round(limitBytes / 1024 ** 3)} GB. Divida-o em partes menores.`;
}

/** `2.1`, `2.1.0.3` or `2.1-beta.1`. */
export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

const VERSION = /^\d{1,4}(\.\d{1,4}){1,3}(-[0-9A-Za-z.]{1,20})?$/;

export const releaseVersion = z.pipe(
  z.pipe(
    z.string(RELEASE_TEXTS.version).check(z.maxLength(200, RELEASE_TEXTS.version)),
    z.transform((typed) => cleanText(typed)),
  ),
  z.string().check(z.regex(VERSION, RELEASE_TEXTS.version)),
);
const channel = keyOf(RELEASE_CHANNELS, RELEASE_TEXTS.channel);
const notes = text(0, MAXIMUM_NOTES, RELEASE_TEXTS.notes);
const isCritical = z.boolean(RELEASE_TEXTS.isCritical);

export const CreateRelease = z.object({
  version: releaseVersion,
  channel: z.optional(channel),
  notes: z.optional(notes),
  isCritical: z.optional(isCritical),
});
export type CreateRelease = z.infer<typeof CreateRelease>;

export const UpdateRelease = z.partial(z.object({ version: releaseVersion, channel, notes, isCritical }));
export type UpdateRelease = z.infer<typeof UpdateRelease>;

export const PublishRelease = z.object({ notify: z.optional(z.boolean(RELEASE_TEXTS.notify)) });
export type PublishRelease = z.infer<typeof PublishRelease>;

export const WithdrawRelease = z.object({ reason: text(1, 500, RELEASE_TEXTS.reason) });
export type WithdrawRelease = z.infer<typeof WithdrawRelease>;

const platform = keyOf(PLATFORMS, RELEASE_TEXTS.platform);
const label = line(0, 60, RELEASE_TEXTS.label);

export const UpdateReleaseFile = z.partial(z.object({ platform, label }));
export type UpdateReleaseFile = z.infer<typeof UpdateReleaseFile>;

/** The `Upload-Metadata` of a new transfer. */
export const NewTransfer = z.object({
  releaseId: identifier(RELEASE_TEXTS.release),
  fileName: z.pipe(
    z.pipe(z.string(RELEASE_TEXTS.fileName), z.transform(cleanFileName)),
    z.string(RELEASE_TEXTS.fileName),
  ),
  platform: z.optional(platform),
  label: z.optional(label),
});
export type NewTransfer = z.infer<typeof NewTransfer>;

const MAXIMUM_FILE_NAME = 120;

/** Returns null where the name cannot be kept: without an extension, with a path, or too long. */
export function cleanFileName(typed: string): string | null {
  const name = typed.normalize('NFC').replace(INVISIBLE, '').trim();
  if (name.length > MAXIMUM_FILE_NAME || PATH.test(name) || !NAME.test(name)) return null;
  return name.isWellFormed() ? name : null;
}

/** Control characters are here, and what changes the direction or hides in a name. */
const INVISIBLE = /[\p{Cc}\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/gu;
/** Windows refuses some of these in a name. */
const PATH = /[/\\:*?"<>|]/;
const NAME = /^[^.].*\.[A-Za-z0-9]{1,10}$/;
