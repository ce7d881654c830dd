/** Triggers refuse update and delete. */
export type AuditRow = {
  id: number;
  at: string;
  actorId: string;
  action: string;
  entity: string;
  entityId: string;
  /** JSON array of field names. */
  fields: string;
  /** Set where one row stands for several. */
  count: number | null;
  /** JSON of field to `[before, after]`, for those whose values `AUDITED_VALUES` shows. */
  changes: string | null;
};
