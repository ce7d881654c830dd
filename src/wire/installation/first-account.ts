import * as z from 'zod/mini';
import { StrongPassword } from '../access/auth.ts';
import { ChangeOwnName } from '../access/own-account.ts';
import { emailAddress } from '../basics/text.ts';

export const FirstAccount = z.extend(ChangeOwnName, {
  email: emailAddress('Informe um endereço de e-mail, como ana@exemplo.com.br.'),
  password: StrongPassword,
});
export type FirstAccount = z.infer<typeof FirstAccount>;
