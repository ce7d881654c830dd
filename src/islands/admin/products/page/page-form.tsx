import { MarkdownField } from '#src/islands/admin/form/markdown-field.tsx';
import { TextArea } from '#src/islands/ui/fields/text-area.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { MOST_QUESTIONS } from '#src/wire/products/page-fields.ts';
import { MEDIA_LIMITS, MOST_MEDIA } from '#src/wire/products/product-media.ts';
import type { ProductDetails } from '#src/wire/products/products.ts';
import { MediaList } from './media-list.tsx';
import { PageLink, Part } from './part-form.tsx';
import { QuestionList } from './question-list.tsx';
import type { DraftProps } from './use-draft.ts';
import { usePicturesInText } from './use-pictures-in-text.ts';

export function PageForm({ draft, product }: DraftProps & { product: ProductDetails }) {
  const { errorOf, change } = draft;
  const { slug, body, media, faq } = draft.values;
  const pictures = usePicturesInText(body, (text) => change({ body: text }));
  return (
    <div className="grid grid-cols-1 gap-8">
      <Part title="Apresentação">
        <TextField
          label="Frase de apresentação"
          hint="Vem logo abaixo do nome, com até 140 caracteres."
          {...draft.text('tagline')}
        />
        <TextField
          label="Endereço da página"
          autoCapitalize="none"
          spellCheck={false}
          hint={`A página fica em /plugins/${slug || product.slug}. O endereço anterior continua levando a ela.`}
          {...draft.text('slug')}
        />
        <MarkdownField
          label="O que faz"
          rows={10}
          hint="Cole ou solte imagens aqui: cada uma, com o título ### depois dela, vira uma coluna. Aceita Markdown: - para listas, **negrito**, [texto](https://…)."
          markdown={body}
          error={errorOf('body') ?? pictures.error}
          field={{ value: body, onChange: ({ target }) => change({ body: target.value }), ...pictures.handlers }}
        />
      </Part>
      <Part
        title="Galeria"
        hint={`Até ${MOST_MEDIA} imagens e vídeos, depois da imagem e do vídeo de Dados. A descrição é lida por quem não vê a imagem; a legenda, com até ${MEDIA_LIMITS.caption} caracteres, fica embaixo da miniatura. O primeiro antes e depois também aparece na capa da página, no destaque e ao passar pelo card.`}
      >
        <MediaList media={media} errorOf={errorOf} onChange={(changed) => change({ media: changed })} />
      </Part>
      <Part title="Perguntas frequentes" hint={`Até ${MOST_QUESTIONS} perguntas.`}>
        <QuestionList faq={faq} errorOf={errorOf} onChange={(changed) => change({ faq: changed })} />
      </Part>
      <Part
        title="Licença"
        hint={`Versão ${product.termsVersion}. Cada mudança faz uma nova, e a compra guarda a sua.`}
      >
        <TextArea
          label="Termos da licença"
          rows={6}
          hint="O texto completo, até 10.000 caracteres. Vazio: os da loja, de Configurações."
          {...draft.text('licenseText')}
        />
      </Part>
      <PageLink product={product} />
    </div>
  );
}
