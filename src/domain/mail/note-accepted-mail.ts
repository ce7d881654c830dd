import { SECOND_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import type { Shop } from '../shop.ts';

/** Notes it, now or when the database is back. */
export async function noteAccepted({ acceptedMail }: Shop, id: number, note: () => Promise<void>): Promise<void> {
  try {
    await note();
  } catch (error) {
    acceptedMail.unnoted.set(id, note);
    throw error;
  }
}

export async function noteAcceptedMail({ acceptedMail, log }: Shop): Promise<void> {
  const { unnoted } = acceptedMail;
  for (const [id, note] of unnoted) {
    try {
      await note();
      unnoted.delete(id);
    } catch (error) {
      log.warn({ mail: id, code: errorCode(error, 'unknown') }, 'a mail has left and could not be noted yet');
      return;
    }
  }
}

export async function watchTrouble<Result>(
  { acceptedMail, clock }: Shop,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    acceptedMail.troubleAt = clock.now().getTime();
    throw error;
  }
}

/** After an outage the process that claimed a mail, and may have sent it, notes it first. */
export function mayTakeAbandoned({ acceptedMail, clock }: Shop): boolean {
  return acceptedMail.troubleAt === null || clock.now().getTime() - acceptedMail.troubleAt > TIME_TO_NOTE_MS;
}

const TIME_TO_NOTE_MS = 15 * SECOND_MS;
