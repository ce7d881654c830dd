import { rotateSecret } from '#src/domain/hooks/hooks.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { HookSecret } from '#src/wire/hooks/hooks.ts';

export const POST = endpoint({
  scope: 'hooks:write',
  allow: 'hooks',
  summary: 'Troca o segredo de um webhook',
  response: HookSecret,
  run: ({ shop, user, params: { id = '' } }) => rotateSecret(shop, user, id),
});
