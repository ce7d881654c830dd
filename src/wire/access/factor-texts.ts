import { MOST_PASSKEYS } from './factors.ts';

/** Apart from the paths beside them, which every screen of the back-office loads. */
export const FACTOR_TEXTS = {
  required: 'Falta o segundo fator. Confirme que é você.',
  noneLeft:
    'As passkeys desta conta são de outro endereço, e não sobrou código de reserva. Quem cuida do servidor abre a conta com npm run admin:reset.',
  over: 'Esta entrada passou do prazo. Entre de novo.',
  refused: 'Esta passkey não vale nesta loja. Entre com e-mail e senha.',
  cloned:
    'Esta passkey parece ter sido copiada e deixou de valer. Entre de outro jeito e tire-a em Minha conta. Avisamos você por e-mail.',
  wrongCode: 'Este código não vale. Espere o próximo do aplicativo, ou use um código de reserva.',
  noCode: 'Digite o código de 6 números do aplicativo, ou um código de reserva.',
  confirm: 'Confirme que é você para continuar.',
  byFactor: 'Confirme com a sua passkey ou com um código, não com a senha.',
  missing: 'A loja pede um segundo fator. Crie o seu para continuar.',
  unknownPasskey: 'Esta passkey já foi tirada.',
  tooMany: `Você já tem ${MOST_PASSKEYS} passkeys. Tire uma que não usa.`,
  notMade: 'A passkey não pôde ser criada. Tente de novo.',
  noDomain: 'Passkeys precisam de um endereço com nome, como loja.com.br, e não de um número.',
  hasApp: 'O aplicativo de códigos já está ligado. Tire-o para ligar outro.',
  noApp: 'Comece de novo: este código já não é o que está na tela.',
  noFactor: 'Crie uma passkey ou ligue o aplicativo de códigos primeiro.',
  lastFactor: 'A loja pede um segundo fator da equipe. Crie outro antes de tirar este.',
  onlyWay: 'Sua conta não tem senha, e só esta passkey a abre. Crie uma senha ou outra passkey antes de tirar esta.',
  name: 'Dê um nome à passkey, com até 60 caracteres.',
} as const;
