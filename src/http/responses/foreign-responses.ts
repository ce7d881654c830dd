import type { GumroadAnswer } from '#src/wire/licenses/gumroad-calls.ts';
import {
  LEMON_SQUEEZY_PROBLEMS,
  type LemonSqueezyAbout,
  type LemonSqueezyProblem,
} from '#src/wire/licenses/lemon-squeezy-calls.ts';
import { type JsonResponse, jsonResponse } from './responses.ts';

/** Answers with the statuses of the platform whose language a plugin speaks. */
export function gumroadResponse(answer: GumroadAnswer): JsonResponse<GumroadAnswer> {
  return jsonResponse(answer, answer.success ? 200 : 404);
}

export function lemonSqueezyResponse<Answer extends Pick<LemonSqueezyAbout, 'error'>>(
  answer: Answer,
): JsonResponse<Answer> {
  const problem = PROBLEMS.find((one) => LEMON_SQUEEZY_PROBLEMS[one] === answer.error);
  return jsonResponse(answer, problem ? LEMON_SQUEEZY_STATUSES[problem] : 200);
}

const LEMON_SQUEEZY_STATUSES: Record<LemonSqueezyProblem, number> = {
  no_key: 422,
  no_instance_name: 422,
  no_instance_id: 422,
  unknown_key: 404,
  unknown_instance: 404,
  disabled: 400,
  full: 400,
};
const PROBLEMS = Object.keys(LEMON_SQUEEZY_STATUSES) as LemonSqueezyProblem[];
