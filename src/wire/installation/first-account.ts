import * as z from 'zod/mini';
import { LONG_PASSWORD } from '../access/auth.ts';
import { ChangeOwnName } from '../access/own-account.ts';
import { emailAddress } from '../basics/text.ts';

export const LEAST_PASSWORD = 12;

const SHORT_PASSWORD = `A senha deve ter pelo menos ${LEAST_PASSWORD} caracteres. Uma frase serve.`;

export const FirstAccount = z.extend(ChangeOwnName, {
  email: emailAddress('Informe um endereço de e-mail, como ana@exemplo.com.br.'),
  password: z
    .string(SHORT_PASSWORD)
    .check(z.minLength(LEAST_PASSWORD, SHORT_PASSWORD), z.maxLength(200, LONG_PASSWORD)),
});
export type FirstAccount = z.infer<typeof FirstAccount>;
