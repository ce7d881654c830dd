import {
  deleteCall,
  deleteCallsBefore,
  findCall,
  insertCall,
  updateCall,
} from '#db/queries/access/idempotent-calls.ts';
import type { IdempotentCallRow } from '#db/tables/access.ts';
import { DAY_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { fingerprint } from '../ids.ts';
import { conflict, invalid, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';

type Call = { tokenId: string; key: string; request: unknown };
type Answer = { status: number; body: string };
/** Nothing was done where `isRefusedForNow`, and the call may come again. */
type FirstAnswer = Answer & { isRefusedForNow: boolean };

/**
 * Does a call at most once: its key is written before the deed, and the response after it. Whoever repeats the call
 * within 24 hours gets that response, and one whose response was lost is never done again. Some tell a secret, so that all are
 * kept encrypted.
 */
export async function callOnce(
  shop: Shop,
  { tokenId, key, request }: Call,
  run: () => Promise<FirstAnswer>,
): Promise<Answer & { isRepeated: boolean }> {
  if (key.length > MOST_LETTERS) throw invalid('Idempotency-Key', `Use uma chave de até ${MOST_LETTERS} caracteres.`);
  const now = shop.clock.now();
  const call = { tokenId, keyHash: fingerprint(key), requestHash: fingerprint(JSON.stringify(request)) };
  await forgetOldCalls(shop);
  if (!(await insertCall(shop.db, { ...call, createdAt: now.toISOString() }))) {
    return { ...(await answerOf(shop, await findCall(shop.db, call), call.requestHash)), isRepeated: true };
  }
  const { isRefusedForNow, ...answer } = await run();
  if (isRefusedForNow) await deleteCall(shop.db, call);
  else await updateCall(shop.db, call, { ...answer, body: await shop.encryption.encrypt(NAME, answer.body) });
  return { ...answer, isRepeated: false };
}

export function forgetOldCalls({ db, clock }: Shop): Promise<void> {
  return deleteCallsBefore(db, new Date(clock.now().getTime() - DAY_MS).toISOString());
}

async function answerOf(
  { clock, encryption }: Shop,
  earlier: IdempotentCallRow | undefined,
  requestHash: string,
): Promise<Answer> {
  // It was deleted meanwhile.
  if (!earlier) throw inProgress();
  if (earlier.requestHash !== requestHash) throw otherRequest();
  const { status } = earlier;
  const body = earlier.body === null ? null : await encryption.decrypt(NAME, earlier.body);
  if (status !== null && body !== null) return { status, body };
  if (status === null && clock.now().getTime() - Date.parse(earlier.createdAt) < LONGEST_MS) throw inProgress();
  throw conflict('outcome_unknown', OUTCOME_UNKNOWN);
}

function inProgress() {
  return refusal('conflict', 'in_progress', 'A primeira chamada com esta chave ainda não terminou.', {
    retryAfterSeconds: 1,
  });
}

function otherRequest() {
  return refusal(
    'invalid',
    'idempotency_mismatch',
    'Esta chave de idempotência já foi usada com outros dados. Use uma nova para uma nova chamada.',
  );
}

/** The name by which the responses are encrypted. */
const NAME = 'idempotent call';
const MOST_LETTERS = 255;
const LONGEST_MS = 2 * MINUTE_MS;
const OUTCOME_UNKNOWN =
  'Uma chamada com esta chave começou, e a resposta se perdeu. Confira se ela foi feita antes de repetir com outra chave.';
