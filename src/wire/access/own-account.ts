import * as z from 'zod/mini';
import { emailAddress, line } from '../basics/text.ts';
import { LONG_PASSWORD, Password, StrongPassword } from './auth.ts';

export const ACCOUNT_TEXTS = {
  wrongPassword: 'Esta não é a sua senha atual.',
  noPassword: 'Digite a sua senha atual.',
  ownWords: 'Esta senha é quase só o seu nome, o seu e-mail ou o nome da loja. Escolha outra.',
  samePassword: 'Escolha uma senha diferente da atual.',
  commonPassword: 'Esta senha está entre as que se tentam primeiro. Escolha outra: uma frase serve.',
  linkOver: 'Este link não vale mais.',
  changedMeanwhile: 'A senha foi trocada em outra janela. Recarregue a página e tente de novo.',
  gateFromEnvironment: 'Esta senha é definida no servidor (ADMIN_GATE_PASSWORD) e volta a cada início da loja.',
  sameEmail: 'Este já é o seu e-mail.',
  takenEmail: 'Este e-mail já é de outra conta desta loja. Use outro.',
  emailAsked: 'Enviamos um link para o novo endereço. A troca vale depois que você abrir esse link.',
  emailInFolder:
    'O link para o novo endereço está na pasta de e-mails do servidor (MAIL_DIR), porque a loja ainda não envia e-mails.',
  invalidLink: 'Este link não vale mais. Peça outro.',
  unknownSession: 'Esta sessão já terminou.',
  ownSession: 'Esta é a sessão que você está usando. Para encerrá-la, saia do painel.',
} as const;

/** Proves who asks, since a session may be in somebody else's hands. */
const current = z
  .string(ACCOUNT_TEXTS.noPassword)
  .check(z.minLength(1, ACCOUNT_TEXTS.noPassword), z.maxLength(200, LONG_PASSWORD));

/** Whoever has no password leaves it out, and proves by the second factor. */
const currentIfAny = z.optional(current);

export const ConfirmPassword = z.object({ current: currentIfAny });
export type ConfirmPassword = z.infer<typeof ConfirmPassword>;

/** Of the gates. */
export const ChangePassword = z.object({ current: currentIfAny, password: Password });
export type ChangePassword = z.infer<typeof ChangePassword>;

/** Whoever has a second factor proves by that, and leaves the present password out. */
export const ChangeOwnPassword = z.object({ current: currentIfAny, password: StrongPassword });
export type ChangeOwnPassword = z.infer<typeof ChangeOwnPassword>;

/** By the link of a mail. */
export const NewPassword = z.object({ password: StrongPassword });
export type NewPassword = z.infer<typeof NewPassword>;

export const ChangeOwnName = z.object({ name: line(1, 120, 'Informe o seu nome, com até 120 caracteres.') });
export type ChangeOwnName = z.infer<typeof ChangeOwnName>;

export const ChangeOwnEmail = z.object({
  current: currentIfAny,
  email: emailAddress('Informe um endereço de e-mail válido.'),
});
export type ChangeOwnEmail = z.infer<typeof ChangeOwnEmail>;

/** The newest visit comes first, this session before all. */
export const OwnSession = z.object({
  id: z.string(),
  device: z.string(),
  startedAt: z.string(),
  seenAt: z.string(),
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const SessionsEnded = z.object({
  success: z.literal(true),
  ended: z.number(),
});
export type SessionsEnded = z.infer<typeof SessionsEnded>;

export const OWN_SESSIONS_PATH = '/api/admin/account/sessions';
