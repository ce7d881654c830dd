/** A call as somebody would write it. */
export type SampleCall = {
  method: string;
  url: string;
  needsToken: boolean;
  /** Its JSON; `file` where it is a form with a file. */
  body?: unknown;
};

export const SAMPLE_LANGUAGES = { curl: 'curl', javascript: 'JavaScript', python: 'Python', php: 'PHP' } as const;
export type SampleLanguage = keyof typeof SAMPLE_LANGUAGES;

export const FILE_BODY = 'file';

export function sampleOf(language: SampleLanguage, call: SampleCall): string {
  return WRITERS[language](call);
}

const WRITERS: Record<SampleLanguage, (call: SampleCall) => string> = {
  curl({ method, url, needsToken, body }) {
    const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} '${url}'`];
    if (needsToken) lines.push(`-H "Authorization: Bearer $TOKEN"`);
    if (body === FILE_BODY) lines.push("-F 'file=@imagem.png'");
    else if (body !== undefined) lines.push("-H 'Content-Type: application/json'", `-d '${shellText(toJson(body))}'`);
    return lines.join(' \\\n  ');
  },

  javascript({ method, url, needsToken, body }) {
    const isFile = body === FILE_BODY;
    const headers = [
      ...(needsToken ? ["Authorization: 'Bearer ' + process.env.TOKEN"] : []),
      ...(body === undefined || isFile ? [] : ["'Content-Type': 'application/json'"]),
    ];
    const options = [
      ...(method === 'GET' ? [] : [`method: '${method}',`]),
      ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} },`]),
      ...(isFile ? ['body: form,'] : []),
      ...(body === undefined || isFile ? [] : [`body: JSON.stringify(${indented(toJson(body), '  ')}),`]),
    ];
    const form = "const form = new FormData();\nform.append('file', await openAsBlob('imagem.png'), 'imagem.png');\n";
    const sent = options.length === 0 ? '' : `, {\n  ${options.join('\n  ')}\n}`;
    return `${isFile ? `import { openAsBlob } from 'node:fs';\n\n${form}` : ''}const response = await fetch('${url}'${sent});
console.log(response.status, await response.text());`;
  },

  python({ method, url, needsToken, body }) {
    const given = [
      `'${url}'`,
      ...(needsToken ? [`headers={'Authorization': f"Bearer {os.environ['TOKEN']}"}`] : []),
      ...(body === FILE_BODY ? ["files={'file': open('imagem.png', 'rb')}"] : []),
      ...(body === undefined || body === FILE_BODY ? [] : [`json=${indented(pythonValue(toJson(body)), '    ')}`]),
    ];
    return `import ${needsToken ? 'os, ' : ''}requests

response = requests.${method.toLowerCase()}(
    ${given.join(',\n    ')},
)
print(response.status_code, response.text)`;
  },

  php({ method, url, needsToken, body }) {
    const isFile = body === FILE_BODY;
    const headers = [
      ...(needsToken ? ["'Authorization: Bearer ' . getenv('TOKEN')"] : []),
      ...(body === undefined || isFile ? [] : ["'Content-Type: application/json'"]),
    ];
    const options = [
      'CURLOPT_RETURNTRANSFER => true,',
      ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}',`]),
      ...(headers.length === 0 ? [] : [`CURLOPT_HTTPHEADER => [${headers.join(', ')}],`]),
      ...(isFile ? ["CURLOPT_POSTFIELDS => ['file' => new CURLFile('imagem.png')],"] : []),
      ...(body === undefined || isFile ? [] : [`CURLOPT_POSTFIELDS => '${phpText(toJson(body))}',`]),
    ];
    return `<?php
$call = curl_init('${url}');
curl_setopt_array($call, [
    ${options.join('\n    ')}
]);
$answer = curl_exec($call);
echo curl_getinfo($call, CURLINFO_RESPONSE_CODE), ' ', $answer;`;
  },
};

function toJson(body: unknown): string {
  return JSON.stringify(body, null, 2);
}

function indented(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}

function shellText(text: string): string {
  return text.replaceAll("'", `'\\''`);
}

function phpText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
}

/** JSON is Python but for these three words, which stand alone behind a colon, a comma or a bracket. */
function pythonValue(json: string): string {
  return json.replace(/^(\s*(?:"[^"]*": )?)(true|false|null)(,?)$/gm, (_line, before, word, after) => {
    return `${before}${PYTHON_WORDS[word as keyof typeof PYTHON_WORDS]}${after}`;
  });
}

const PYTHON_WORDS = { true: 'True', false: 'False', null: 'None' } as const;
