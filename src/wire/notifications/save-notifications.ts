import * as z from 'zod/mini';
import { ALL_NOTIFICATION_KINDS } from './notification-kinds.ts';

const hour = z.int('Escolha uma hora de 0 a 23.').check(z.minimum(0), z.maximum(23));

export const SaveNotifications = z.object({
  kinds: z.array(z.enum(ALL_NOTIFICATION_KINDS, 'Escolha entre os avisos que a loja tem.')),
  /** No hour is quiet where both are the same. */
  fromHour: hour,
  untilHour: hour,
  wantsWeeklySummary: z.boolean('Diga se quer o resumo da semana.'),
});
export type SaveNotifications = z.infer<typeof SaveNotifications>;

const UNUSABLE = 'Este navegador não deu um endereço de avisos que a loja possa usar.';

/** As `PushSubscription` has it, with keys in base64url. */
export const AddDevice = z.object({
  endpoint: z.url({ protocol: /^https$/, error: UNUSABLE }).check(z.maxLength(2_048, UNUSABLE)),
  publicKey: z.string(UNUSABLE).check(z.regex(/^[\w-]{87}=?$/, UNUSABLE)),
  authSecret: z.string(UNUSABLE).check(z.regex(/^[\w-]{22}(==)?$/, UNUSABLE)),
});
export type AddDevice = z.infer<typeof AddDevice>;
