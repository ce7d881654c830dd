import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '#src/client/api.ts';
import { preparePicture } from '#src/client/uploads/pictures.ts';
import { uploadFile } from '#src/client/uploads/uploads.ts';

/** Pictures that are pasted or dropped into Markdown go up at once, and stand where the cursor was. */
export function usePicturesInText(text: string, onChange: (text: string) => void) {
  const [error, setError] = useState<string | null>(null);
  const latest = useRef({ text, onChange });
  const sent = useRef(0);
  useEffect(() => {
    latest.current = { text, onChange };
  });

  function write(next: string): void {
    latest.current.text = next;
    latest.current.onChange(next);
  }

  async function insert(file: File, at: number): Promise<void> {
    sent.current += 1;
    const mark = `![Enviando a imagem ${sent.current}...]()`;
    const { text } = latest.current;
    const [before, after] = [text.slice(0, at).trimEnd(), text.slice(at).trimStart()];
    write([before, mark, after].filter(Boolean).join('\n\n'));
    const put = (markdown: string) => write(latest.current.text.replace(mark, () => markdown));
    try {
      const { blob, name } = await preparePicture(file);
      put(`![Descreva a imagem](${await uploadFile(blob, name)})`);
    } catch (failure) {
      put('');
      setError(sentenceOf(failure, failure instanceof Error ? failure.message : undefined));
    }
  }

  async function take(event: ClipboardEvent | DragEvent, { files, types }: DataTransfer): Promise<void> {
    // Office programs give a picture of the text beside the text.
    if (types.includes('text/plain')) return;
    const pictures = [...files].filter(({ type }) => type.startsWith('image/'));
    if (pictures.length === 0 || !(event.target instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    setError(null);
    const { selectionEnd } = event.target;
    // Each goes before the one that was put there last, so the first ends first.
    for (const picture of pictures.reverse()) await insert(picture, selectionEnd);
  }

  return {
    error,
    handlers: {
      onPaste: (event: ClipboardEvent) => void take(event, event.clipboardData),
      onDrop: (event: DragEvent) => void take(event, event.dataTransfer),
      onDragOver: (event: DragEvent) => event.dataTransfer.types.includes('Files') && event.preventDefault(),
    },
  };
}
