import { answerFailovers } from '#src/domain/upkeep/failover.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { AnswerFailover } from '#src/wire/upkeep/failover.ts';

export const POST = endpoint({
  allow: 'settings',
  confirms: true,
  body: AnswerFailover,
  run: ({ shop, user, body }) => answerFailovers(shop, user, body.answer),
});
