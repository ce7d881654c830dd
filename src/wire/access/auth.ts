import * as z from 'zod/mini';
import { emailAddress } from '../basics/text.ts';
import { ROLE_NAMES } from './roles.ts';

const SHORT_PASSWORD = 'A senha deve ter pelo menos 6 caracteres.';
export const LONG_PASSWORD = 'A senha tem caracteres demais.';

export const Password = z.string(SHORT_PASSWORD).check(z.minLength(6, SHORT_PASSWORD), z.maxLength(200, LONG_PASSWORD));

/** Of new passwords; one from before may have six. */
export const LEAST_PASSWORD = 12;

const SHORT_NEW_PASSWORD = `A senha deve ter pelo menos ${LEAST_PASSWORD} caracteres. Uma frase serve.`;

export const StrongPassword = z
  .string(SHORT_NEW_PASSWORD)
  .check(z.minLength(LEAST_PASSWORD, SHORT_NEW_PASSWORD), z.maxLength(200, LONG_PASSWORD));

export const Login = z.object({
  email: emailAddress('Por favor, insira um endereço de email válido.'),
  password: Password,
});
export type Login = z.infer<typeof Login>;

export const User = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  /** They have a role in the back-office. */
  isAdmin: z.boolean(),
  /** It is null outside of the back-office. */
  role: z.nullable(z.enum(ROLE_NAMES)),
});
export type User = z.infer<typeof User>;

export const AuthStatus = z.union([
  z.object({
    isAuthenticated: z.literal(false),
  }),
  z.object({
    isAuthenticated: z.literal(true),
    user: User,
  }),
]);
export type AuthStatus = z.infer<typeof AuthStatus>;

/** The same for a wrong password, an unknown e-mail and other users, so that it does not tell which accounts exist. */
export const LOGIN_REFUSED = 'Credenciais inválidas. Apenas administradores podem acessar.';

export const GatePassword = z.object({
  password: z
    .string('Informe a senha.')
    .check(z.minLength(1, 'Informe a senha.'), z.maxLength(200, 'A senha tem caracteres demais.')),
});

export const LoggedIn = z.object({ user: User });
