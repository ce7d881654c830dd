import { useRef } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { uploadFile } from '#src/client/uploads/uploads.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import type { ProductDetails } from '#src/wire/products/products.ts';
import { type TypedData, toRequestFields } from '../form-values.ts';
import type { PictureState } from '../media/use-picture.ts';
import type { Draft } from '../page/draft-values.ts';
import { PRODUCTS_PATH } from '../products-path.ts';

/** What was typed when it left; `fields` is null where `Dados` has no change. */
export type Sent = { fields: TypedData | null; draft: Draft; draftChanges: Partial<Draft> };

type Save = {
  /** It is null for a new product. */
  product: ProductDetails | null;
  picture: PictureState;
  onSaved: (saved: ProductDetails, sent: Sent) => void;
  /** Takes errors by field, and returns whether a field shows one. */
  onRefused: (fields: Record<string, string>) => boolean;
};

/** Uploads the picture first; if that fails nothing is saved. All the rest is one call, so nothing is half saved. */
export function useSaveProduct({ product, picture, onSaved, onRefused }: Save) {
  const isSendingPicture = useRef(false);
  return useChange<Sent, ProductDetails>({
    async run({ fields, draftChanges }) {
      isSendingPicture.current = fields !== null;
      const image = fields && (await sendPicture(picture));
      isSendingPicture.current = false;
      const body = { ...(fields && toRequestFields(fields, image ?? '')), ...draftChanges };
      if (!product) return api.post<ProductDetails>(PRODUCTS_PATH, body);
      return api.put<ProductDetails>(pathOf(product), { ...body, openedAt: product.updateDate });
    },
    done(saved, sent) {
      showToast(
        product
          ? { title: 'Produto atualizado', tone: 'success' }
          : { title: 'Produto criado', description: 'Sucesso', tone: 'success' },
      );
      onSaved(saved, sent);
      // The window can be closed while the list beneath is read again.
      void refreshLists(PRODUCTS_PATH);
    },
    failed(error) {
      const fields = error instanceof ApiError && !isSendingPicture.current ? error.fields : {};
      if (onRefused(fields)) return;
      showToast({ ...wordsFor(error, product !== null, isSendingPicture.current), tone: 'danger' });
    },
  });
}

/** Puts what is stored on sale; what is typed meanwhile stays. */
export function useActivate({ product, onSaved, onRefused }: Pick<Save, 'product' | 'onRefused'> & Activated) {
  return useChange<undefined, ProductDetails>({
    run() {
      if (!product) throw new Error('Only a product that is stored can be activated.');
      return api.put<ProductDetails>(pathOf(product), { status: 'active', openedAt: product.updateDate });
    },
    done(saved) {
      showToast({ tone: 'success', title: `${saved.name} está na loja` });
      onSaved(saved);
      void refreshLists(PRODUCTS_PATH);
    },
    failed(error) {
      onRefused(error instanceof ApiError ? error.fields : {});
      showToast({ tone: 'danger', title: 'O produto não foi ativado', description: sentenceOf(error) });
    },
  });
}

type Activated = { onSaved: (saved: ProductDetails) => void };

function pathOf({ id }: ProductDetails): string {
  return `${PRODUCTS_PATH}/${encodeURIComponent(id)}`;
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
