import * as z from 'zod/mini';
import { keyOf, line } from '../basics/text.ts';
import { SCOPES, type Scope } from './scopes.ts';

export const TOKENS_PATH = '/api/admin/tokens';
export const MOST_TOKENS = 50;

/** A year at most, unless the owner wants it to last. */
export const TOKEN_DAYS = [30, 90, 365] as const;

export const TOKEN_TEXTS = {
  name: 'Dê um nome ao token, com até 60 caracteres.',
  scopes: 'Marque o que o token pode fazer.',
  days: 'Escolha 30, 90 ou 365 dias, ou sem prazo.',
  unknown: 'Este token não existe mais.',
  tooMany: `A loja já tem ${MOST_TOKENS} tokens. Revogue os que ninguém usa.`,
  invalid: 'Este token não vale: confira se foi copiado inteiro, se não venceu e se não foi revogado.',
  notByToken: 'Nenhum token abre este endereço. Entre no painel com a sua senha.',
} as const;

/** `POST /api/admin/tokens`; without `expiresInDays` it lasts until it is revoked. */
export const CreateToken = z.object({
  name: line(1, 60, TOKEN_TEXTS.name),
  scopes: z
    .array(keyOf(SCOPES, TOKEN_TEXTS.scopes), TOKEN_TEXTS.scopes)
    .check(z.minLength(1, TOKEN_TEXTS.scopes), z.maxLength(Object.keys(SCOPES).length, TOKEN_TEXTS.scopes)),
  expiresInDays: z.optional(z.nullable(z.literal(TOKEN_DAYS, TOKEN_TEXTS.days))),
});
export type CreateToken = z.infer<typeof CreateToken>;

/** The only response with the token itself. */
export type TokenCreated = { id: string; name: string; scopes: Scope[]; token: string };

export type ApiToken = {
  id: string;
  name: string;
  prefix: string;
  scopes: Scope[];
  /** It is null once its maker is gone, and with the maker's account goes the token. */
  createdBy: string | null;
  createdAt: string;
  expiresAt: string | null;
  /** It is within a minute of the last call. */
  lastUsedAt: string | null;
};

export function missingScope(scope: Scope): string {
  return `Este token não tem a permissão ${scope}.`;
}
