import type { SetupFinding } from '#src/domain/payments/pix-provider.ts';

export function right(subject: SetupFinding['subject'], sentence: string): SetupFinding {
  return { subject, isRight: true, sentence };
}

export function wrong(subject: SetupFinding['subject'], sentence: string): SetupFinding {
  return { subject, isRight: false, sentence };
}
