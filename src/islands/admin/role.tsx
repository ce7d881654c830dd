import { type ComponentType, createContext, useContext } from 'react';
import { type Allowed, can, type Role } from '#src/wire/access/roles.ts';

const RoleContext = createContext<Role | null>(null);

/** What the visitor may not do is not shown; the API refuses it all the same. */
export function useCan(): (allowed: Allowed) => boolean {
  const role = useContext(RoleContext);
  return (allowed) => can(role, allowed);
}

/** A screen whose parts ask `useCan`. */
export function forRole<Props extends object>(Screen: ComponentType<Props>) {
  return function ScreenForRole({ role, ...props }: Props & { role: Role | null }) {
    return (
      <RoleContext value={role}>
        <Screen {...(props as unknown as Props)} />
      </RoleContext>
    );
  };
}
