import type { ErrorBody } from '#src/wire/basics/errors.ts';
import { ApiError, type CallOptions, call } from '../api.ts';

type Asked = CallOptions & { method: 'GET' | 'POST'; body?: unknown };

/** Hands over each line of the response as it arrives; a refusal among them rejects, as one before them does. */
export function readStepLines<Step>(
  path: string,
  { method, body, ...options }: Asked,
  take: (step: Step) => void,
): Promise<void> {
  return call(method, path, body, options, async ({ body: stream, status }) => {
    const reader = stream?.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      const lines = (rest + read.value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const step: Step & { refused?: ErrorBody } = JSON.parse(line);
        if (step.refused) throw new ApiError(status, step.refused);
        take(step);
      }
    }
  });
}
