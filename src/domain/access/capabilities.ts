import { type Allowed, can, ROLES, type Role } from '#src/wire/access/roles.ts';
import { refusal } from '../refusals.ts';

/** A call that says nothing is nobody's. */
export function requireCapability(role: Role | null | undefined, allowed: Allowed | undefined): asserts role is Role {
  if (allowed && can(role, allowed)) return;
  throw refusal('forbidden', 'role_forbidden', roleForbidden(role));
}

function roleForbidden(role: Role | null | undefined): string {
  return `Seu papel nesta loja${role ? `, ${ROLES[role].name},` : ''} não permite isto. Quem é Dono pode mudar o papel em Configurações, Equipe.`;
}
