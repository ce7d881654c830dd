import type { Finding } from '#src/domain/pix.ts';

export function right(subject: Finding['subject'], sentence: string): Finding {
  return { subject, isRight: true, sentence };
}

export function wrong(subject: Finding['subject'], sentence: string): Finding {
  return { subject, isRight: false, sentence };
}
