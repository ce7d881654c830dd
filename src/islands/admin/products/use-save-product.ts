import { useRef } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/toast.ts';
import { uploadFile } from '#src/client/uploads.ts';
import { useChange } from '#src/islands/admin/use-change.ts';
import { refreshLists } from '#src/islands/admin/use-list.ts';
import type { TypedProductFields } from '#src/wire/product-fields.ts';
import type { AdminProduct } from '#src/wire/products.ts';
import { toRequestFields } from './form-values.ts';
import { PRODUCTS_PATH } from './products-path.ts';
import type { PictureState } from './use-picture.ts';

type Save = {
  /** Null for a new product. */
  product: AdminProduct | null;
  picture: PictureState;
  onSaved: () => void;
  /** Takes errors by field, and returns whether a field shows one. */
  onRefused: (fields: Record<string, string>) => boolean;
};

/** Uploads the picture first; if that fails nothing is saved. */
export function useSaveProduct({ product, picture, onSaved, onRefused }: Save) {
  const isSendingPicture = useRef(false);
  return useChange({
    async run(fields: TypedProductFields) {
      isSendingPicture.current = true;
      const image = await sendPicture(picture);
      isSendingPicture.current = false;
      const body = toRequestFields(fields, image);
      if (!product) return api.post<AdminProduct | null>(PRODUCTS_PATH, body);
      const path = `${PRODUCTS_PATH}/${encodeURIComponent(product.id)}`;
      return api.put<AdminProduct | null>(path, { ...body, id: product.id, openedAt: product.updateDate });
    },
    async done() {
      showToast(
        product
          ? { title: 'Produto atualizado', tone: 'success' }
          : { title: 'Produto criado', description: 'Sucesso', tone: 'success' },
      );
      onSaved();
      await refreshLists(PRODUCTS_PATH);
    },
    failed(error) {
      const fields = error instanceof ApiError && !isSendingPicture.current ? error.fields : {};
      if (onRefused(fields)) return;
      showToast({ ...wordsFor(error, product !== null, isSendingPicture.current), tone: 'danger' });
    },
  });
}

async function sendPicture({ choice, sent }: PictureState): Promise<string> {
  if (choice.state === 'kept') return choice.address;
  if (choice.state === 'preparing') throw new Error('The picture is not ready.');
  const address = await uploadFile(choice.picture.blob, choice.picture.name);
  sent(address);
  return address;
}

function wordsFor(error: unknown, isEdit: boolean, isPicture: boolean): { title: string; description: string } {
  if (isPicture) {
    return { title: 'Erro no upload', description: 'Não foi possível fazer o upload da imagem. Tente novamente.' };
  }
  const verb = isEdit ? 'atualizar' : 'criar';
  const usual = `Ocorreu um erro ao ${verb} o produto. Tente novamente mais tarde.`;
  if (!(error instanceof ApiError)) return { title: 'Erro', description: usual };
  if (error.status === 422) return { title: 'Erro', description: FORM_REFUSED };
  return {
    title: 'Erro',
    description: error.status === 409 || error.status === 404 ? sentenceOf(error, usual) : usual,
  };
}

const FORM_REFUSED = 'Ocorreu um erro ao processar o formulário. Verifique os dados e tente novamente.';
