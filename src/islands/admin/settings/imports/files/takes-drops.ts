import type { DragEvent } from 'react';
import { showToast } from '#src/client/page/toast.ts';
import { droppedFiles, type GivenFile } from './dropped-files.ts';

export function takesDrops(take: (files: GivenFile[]) => void) {
  return {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop(event: DragEvent): void {
      event.preventDefault();
      event.stopPropagation();
      droppedFiles(event.dataTransfer).then(take, (error: unknown) => {
        console.error('O que foi solto não pôde ser lido:', error);
        showToast({
          tone: 'danger',
          title: 'A pasta não pôde ser lida',
          description: 'Escolha os arquivos dela pelo botão.',
        });
      });
    },
  };
}
