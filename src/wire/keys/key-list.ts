import * as z from 'zod/mini';
import { keyOf } from '../basics/text.ts';
import { defineList, oneOf, type RequestOf, readId } from '../lists/lists.ts';

export const KEY_STATUS_NAMES = { available: 'Disponível', assigned: 'Utilizada', revoked: 'Revogada' } as const;
export type KeyStatus = keyof typeof KEY_STATUS_NAMES;
export const readKeyStatus = oneOf(KEY_STATUS_NAMES);

export const MACHINE_FILTERS = { full: 'No limite de computadores' } as const;
const readMachineFilter = oneOf(MACHINE_FILTERS);

export const KEY_LIST = defineList({
  name: 'activation-keys',
  path: '/api/admin/activation-keys',
  sorts: ['createdAt', 'key', 'product'],
  sort: 'createdAt',
  filters: { productId: readId, status: readKeyStatus, machines: readMachineFilter },
});
export type KeyListRequest = RequestOf<typeof KEY_LIST>;
export type KeySort = KeyListRequest['sort'];

export const RemoveKeyQuery = z.object({
  status: z.optional(
    keyOf(KEY_STATUS_NAMES).check(z.describe('O estado em que você viu a chave: se ele mudou, nada é feito.')),
  ),
});

/** What stands for a key before who may not read it. */
export const HIDDEN_KEY = '•••••';
