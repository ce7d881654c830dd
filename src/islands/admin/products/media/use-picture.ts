import { useEffect, useRef, useState } from 'react';
import { type Picture, preparePicture } from '#src/client/uploads/pictures.ts';

export type PictureChoice =
  | { state: 'kept'; address: string }
  | { state: 'preparing' }
  | { state: 'chosen'; picture: Picture; preview: string };

/** The stored picture, or a chosen one that is uploaded on save. */
export function usePicture() {
  const [own, setOwn] = useState('');
  const [choice, setChoice] = useState<PictureChoice>({ state: 'kept', address: '' });
  const [error, setError] = useState<string | null>(null);
  const latest = useRef(0);

  useEffect(() => {
    if (choice.state !== 'chosen') return;
    return () => URL.revokeObjectURL(choice.preview);
  }, [choice]);

  function put(next: PictureChoice): void {
    latest.current += 1;
    setError(null);
    setChoice(next);
  }

  async function choose(file: File): Promise<void> {
    put({ state: 'preparing' });
    const mine = latest.current;
    try {
      const picture = await preparePicture(file);
      if (mine === latest.current) put({ state: 'chosen', picture, preview: URL.createObjectURL(picture.blob) });
    } catch (failure) {
      if (mine !== latest.current) return;
      put(restored(choice, own));
      setError(failure instanceof Error ? failure.message : 'Não foi possível ler esta imagem.');
    }
  }

  return {
    choice,
    error,
    setError,
    choose,
    isChanged: choice.state !== 'kept' || choice.address !== own,
    remove: () => put({ state: 'kept', address: '' }),
    /** A picture that was uploaded already is not sent again if the form is refused. */
    sent: (address: string) => put({ state: 'kept', address }),
    begin(address: string): void {
      setOwn(address);
      put({ state: 'kept', address });
    },
  };
}

/** The preview gets a new URL, since the last one was revoked. */
function restored(choice: PictureChoice, own: string): PictureChoice {
  if (choice.state === 'preparing') return { state: 'kept', address: own };
  return choice.state === 'chosen' ? { ...choice, preview: URL.createObjectURL(choice.picture.blob) } : choice;
}

export type PictureState = ReturnType<typeof usePicture>;
