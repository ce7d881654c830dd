import * as z from 'zod/mini';
import { LICENSE_FIELDS } from '../products/license-fields.ts';

/** `PUT /api/admin/activation-keys/{id}/limit`; the owner's other calls are `GET …/machines` and `POST …/release`, with or without a `machineId`. */
export const LimitMachines = z.object({ machineLimit: LICENSE_FIELDS.machineLimit.schema });
export type LimitMachines = z.infer<typeof LimitMachines>;
