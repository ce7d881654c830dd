import * as z from 'zod/mini';
import { RefuseWithdrawal } from './withdrawals.ts';

/** It has a file of its own, since the checkout's script would carry the code of this kind of schema. */
export const DecideWithdrawal = z.discriminatedUnion(
  'decision',
  [z.object({ decision: z.literal('approve') }), RefuseWithdrawal],
  'Diga se a desistência é aceita ou recusada.',
);
export type DecideWithdrawal = z.infer<typeof DecideWithdrawal>;
