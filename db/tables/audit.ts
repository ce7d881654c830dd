import type { Role } from '#src/wire/access/roles.ts';

/** Triggers refuse update and delete, but for a first seal. */
export type AuditRow = {
  id: number;
  at: string;
  actorId: string;
  action: string;
  entity: string;
  entityId: string;
  /** It is a JSON array of field names. */
  fields: string;
  /** It is set where one row stands for several. */
  count: number | null;
  /** It is JSON of field to `[before, after]`, for those whose values `AUDITED_VALUES` shows. */
  changes: string | null;
  /** It is as it was then; null for whoever is no person of the team, and in old entries. */
  actorRole: Role | null;
  /** Names the session as its own person sees it. */
  actorSession: string | null;
  /** HMAC of the row and of the seal before it (`db/queries/audit/seals.ts`); null for what a shop without the key wrote. */
  seal: string | null;
};
