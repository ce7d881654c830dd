import {
  type ApiDocument,
  answerOf,
  callsByGroup,
  type ListedCall,
  parametersOf,
  sampleCallOf,
} from '#src/wire/api/api-document.ts';
import { ERROR_CODES } from '#src/wire/api/error-codes.ts';
import { SAMPLE_LANGUAGES, type SampleLanguage, sampleOf } from '#src/wire/api/samples.ts';

/** Every call with its parameters, samples and an answer, and all codes of refusals. */
export function writeReference(document: ApiDocument): string {
  const groups = callsByGroup(document).map(({ name, description, calls }) =>
    [`### ${name}`, description, ...calls.map(writeCall)].join('\n\n'),
  );
  const codes = Object.entries(ERROR_CODES).map(([code, text]) => `| \`${code}\` | ${text} |`);
  return `${groups.join('\n\n')}\n\n### Códigos de recusa\n\n| \`code\` | |\n|---|---|\n${codes.join('\n')}\n`;
}

function writeCall(call: ListedCall): string {
  const { method, path, scope, operation } = call;
  const parameters = parametersOf(call).filter((each) => each.in !== 'path');
  const rows = parameters.map(({ name, description = '', schema }) => {
    const values = Array.isArray(schema['enum']) ? schema['enum'].map((value) => `\`${value}\``).join(', ') : '';
    return `| \`${name}\` | ${[description, values].filter(Boolean).join(' ')} |`;
  });
  const answer = answerOf(operation);
  const example = answer?.content.example;
  return [
    `#### ${operation.summary}`,
    `\`${method} ${path}\`${scope ? ` · permissão \`${scope}\`` : ''}`,
    ...(rows.length > 0 ? [`| parâmetro | |\n|---|---|\n${rows.join('\n')}`] : []),
    ...(Object.keys(SAMPLE_LANGUAGES) as SampleLanguage[]).map((language) => writeSample(language, call)),
    ...(answer ? [`Responde \`${answer.status}\`, \`${answer.mediaType}\`${example === undefined ? '.' : ':'}`] : []),
    ...(example === undefined ? [] : [fenced('json', JSON.stringify(example, null, 2))]),
  ].join('\n\n');
}

function writeSample(language: SampleLanguage, call: ListedCall): string {
  const sample = sampleOf(language, sampleCallOf(call, 'https://sua-loja.com.br'));
  return `<details><summary>${SAMPLE_LANGUAGES[language]}</summary>\n\n${fenced(FENCES[language], sample)}\n\n</details>`;
}

const FENCES = { curl: 'sh', javascript: 'js', python: 'python', php: 'php' } as const;

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
