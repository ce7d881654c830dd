import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '#src/client/api.ts';
import { $toast } from '#src/client/page/toast.ts';
import { withUndo } from '#src/islands/admin/form/undo.ts';

beforeEach(() => $toast.set(null));
const shown = () => $toast.get()?.title;

test('a deed is undone once, however often it is asked', async () => {
  let times = 0;
  const { action } = withUndo(async () => {
    times += 1;
  });
  action?.run();
  action?.run();
  await expect.poll(shown).toBe('Desfeito');
  action?.run();
  expect(times).toBe(1);
});

test('an undo that fails or is refused says why', async () => {
  const sentence = 'Este produto foi mudado em outra janela.';
  withUndo(() => Promise.reject(new ApiError(409, { code: 'outdated', message: sentence }))).action?.run();
  await expect.poll(shown).toBe('Não deu para desfazer');
  expect($toast.get()?.description).toBe(sentence);

  $toast.set(null);
  const refused = withUndo(
    async () => sentence,
    (said) => said,
  );
  refused.action?.run();
  await expect.poll(shown).toBe('Não deu para desfazer');
});
