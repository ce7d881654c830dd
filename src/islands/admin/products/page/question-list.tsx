import { Plus } from 'lucide-react';
import { Button } from '#src/islands/ui/button.tsx';
import { TextArea } from '#src/islands/ui/fields/text-area.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { MOST_QUESTIONS, type ProductQuestion } from '#src/wire/products/page-fields.ts';
import { RowActions } from '../row-actions.tsx';
import { PartError } from './part-form.tsx';

type Props = {
  faq: readonly ProductQuestion[];
  errorOf: (...names: string[]) => string | null;
  onChange: (faq: ProductQuestion[]) => void;
};

export function QuestionList({ faq, errorOf, onChange }: Props) {
  const put = (at: number, changes: Partial<ProductQuestion>) =>
    onChange(faq.map((each, place) => (place === at ? { ...each, ...changes } : each)));
  return (
    <>
      {faq.map(({ question, answer }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a question is its place until it is written
        <div key={at} className="grid grid-cols-1 gap-3 rounded-field border border-line p-4">
          <TextField
            label={`Pergunta ${at + 1}`}
            size="small"
            value={question}
            error={errorOf(`faq[${at}].question`)}
            onChange={({ target }) => put(at, { question: target.value })}
          />
          <TextArea
            label={`Resposta ${at + 1}`}
            size="small"
            rows={3}
            value={answer}
            error={errorOf(`faq[${at}].answer`)}
            onChange={({ target }) => put(at, { answer: target.value })}
          />
          <div className="justify-self-end">
            <RowActions what={`pergunta ${at + 1}`} list={faq} at={at} onChange={onChange} />
          </div>
        </div>
      ))}
      <PartError>{errorOf('faq')}</PartError>
      {faq.length < MOST_QUESTIONS && (
        <div>
          <Button size="small" icon={Plus} onClick={() => onChange([...faq, { question: '', answer: '' }])}>
            Adicionar pergunta
          </Button>
        </div>
      )}
    </>
  );
}
