import { useEffect, useState } from 'react';
import type { KeyFile } from './key-file.ts';

export type KeyDraft = ReturnType<typeof useKeyDraft>;

/** `?novo=1` and `?produto=…` open it once. */
export function useKeyDraft() {
  const [isOpen, setOpen] = useState(false);
  const [productId, setProductId] = useState('');
  const [text, setText] = useState('');
  const [file, setFile] = useState<{ file: KeyFile; column: number; before: string } | null>(null);

  useEffect(() => {
    const asked = takeFromAddress();
    if (!asked) return;
    setProductId(asked.productId);
    setOpen(true);
  }, []);

  function fill(file: KeyFile, column: number, before: string): void {
    setFile({ file, column, before });
    const lines = file.columns[column]?.lines ?? [];
    setText((before ? [before, ...lines] : lines).join('\n'));
  }

  return {
    isOpen,
    close: () => setOpen(false),
    productId,
    setProductId,
    text,
    file: file && { ...file.file, column: file.column },
    write(typed: string): void {
      setText(typed);
      setFile(null);
    },
    takeFile(file: KeyFile): void {
      fill(file, file.wanted, text.trimEnd());
    },
    chooseColumn(column: number): void {
      if (file) fill(file.file, column, file.before);
    },
    open(forProduct?: string): void {
      if (forProduct) setProductId(forProduct);
      setOpen(true);
    },
    clear(): void {
      setOpen(false);
      setProductId('');
      setText('');
      setFile(null);
    },
  };
}

/** Removes the parameters, so that a reload does not open the dialog again. */
function takeFromAddress(): { productId: string } | null {
  const address = new URL(location.href);
  const { searchParams } = address;
  const productId = searchParams.get('produto') ?? '';
  if (searchParams.get('novo') !== '1' && productId === '') return null;
  searchParams.delete('novo');
  searchParams.delete('produto');
  history.replaceState(history.state, '', address);
  return { productId };
}
