import { expect, test } from 'vitest';
import { keepWordsWhole } from '#src/components/frame/unbroken-words.ts';

test('an e-mail stays on one line in texts, and is left alone inside of tags', () => {
  expect(keepWordsWhole('<p title="e-mail">Um e-mail, dois E-mails e um e-mailing.</p>')).toBe(
    '<p title="e-mail">Um <span class="whitespace-nowrap">e-mail</span>, dois <span class="whitespace-nowrap">E-mails</span> e um e-mailing.</p>',
  );
});

test('the longest paragraph takes no time', () => {
  const began = performance.now();
  keepWordsWhole(`<p>${'a '.repeat(100_000)}</p>`);
  expect(performance.now() - began).toBeLessThan(1_000);
});
