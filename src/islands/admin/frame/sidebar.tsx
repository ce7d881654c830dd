import type { Role } from '#src/wire/access/roles.ts';
import type { Attention } from '#src/wire/upkeep/attention.ts';
import { Navigation } from './navigation.tsx';

export default function Sidebar(props: { path: string; role: Role | null; attention: Attention | null }) {
  return <Navigation {...props} id="sidebar" />;
}
