/** Triggers refuse update and delete. */
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
};
