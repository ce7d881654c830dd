import type { Attention } from '#src/wire/upkeep/attention.ts';
import { Navigation } from './navigation.tsx';

export default function Sidebar(props: { path: string; attention: Attention | null }) {
  return <Navigation {...props} id="sidebar" />;
}
