/** Whom a change of the address would leave outside. */
export function lockedOutText(names: readonly string[]): string {
  const who = new Intl.ListFormat('pt-BR').format(names);
  return `Só passkeys deste endereço abrem a conta de ${who}. Antes de mudar, é preciso criar a senha, em Minha conta, e ter códigos de reserva ou o aplicativo; depois, só npm run admin:reset, no servidor, abre a conta.`;
}
