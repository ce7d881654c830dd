import type { AstroGlobal } from 'astro';
import { type Gate, passGate } from '#src/domain/access/login.ts';
import { sessionName } from '#src/domain/access/sessions.ts';
import { GatePassword, type User } from '#src/wire/access/auth.ts';
import { attempt, checkForm, readForm } from './forms.ts';

export type SentGate = { isPassed: boolean; error: string | null };

/** The form arrives at its page when it was sent before its script ran. */
export async function readGateForm(
  { request, locals, response }: Pick<AstroGlobal, 'request' | 'locals' | 'response'>,
  user: User,
  gate: Gate,
): Promise<SentGate> {
  const { shop, sessionId } = locals;
  if (request.method !== 'POST' || !sessionId) return { isPassed: false, error: null };
  const field = await readForm(request);
  const checked = checkForm(GatePassword, { password: field?.('password') });
  if (!checked.ok) {
    response.status = 422;
    return { isPassed: false, error: checked.fields['password'] ?? null };
  }
  const passed = await attempt(
    shop.log,
    passGate(shop, { ...user, session: sessionName(sessionId) }, { gate, ...checked.value, sessionId }),
  );
  if (passed.ok) return { isPassed: true, error: null };
  response.status = passed.status;
  return {
    isPassed: false,
    error: passed.code === 'wrong_gate_password' ? `Senha incorreta. ${passed.message}` : passed.message,
  };
}
