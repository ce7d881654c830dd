import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import document from '#src/http/openapi.json' with { type: 'json' };
import { makeApiFiles } from '../../support/api-document/files.ts';

describe('the document of the API', () => {
  test('says what the endpoints say; npm run api:write writes it again', async () => {
    for (const { path, text } of await makeApiFiles()) await expect(text).toMatchFileSnapshot(path);
  });

  test('has no fault that a linter finds', async () => {
    const config = await loadConfig({ customExtends: ['recommended'] });
    const found = await lintFromString({ source: JSON.stringify(document), config });
    const errors = found.filter(({ severity }) => severity === 'error');

    expect(errors.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer}`)).toEqual([]);
    expect(Object.keys(document.paths).length).toBeGreaterThan(90);
  });
});
