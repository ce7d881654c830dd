import { expect, test } from 'vitest';
import { checkForm } from '#src/http/forms/forms.ts';
import { FirstAccount } from '#src/wire/installation/first-account.ts';

const ANA = { name: ' Ana Souza ', email: 'Ana@Lume.exemplo', password: 'doze letras!' };

test('the first account takes a name, an e-mail and twelve characters', () => {
  expect(checkForm(FirstAccount, ANA)).toEqual({
    ok: true,
    value: { name: 'Ana Souza', email: 'ana@lume.exemplo', password: 'doze letras!' },
  });
});

test('each field that is wrong has its own sentence', () => {
  const checked = checkForm(FirstAccount, { name: ' ', email: 'ana', password: 'onze letras' });
  expect(checked).toEqual({
    ok: false,
    fields: {
      name: 'Informe o seu nome, com até 120 caracteres.',
      email: 'Informe um endereço de e-mail, como ana@exemplo.com.br.',
      password: 'A senha deve ter pelo menos 12 caracteres. Uma frase serve.',
    },
  });
});
