import type { SetupFinding } from '#src/domain/payments/pix-provider.ts';

export function passed(subject: SetupFinding['subject'], sentence: string): SetupFinding {
  return { subject, isRight: true, sentence };
}

export function failed(subject: SetupFinding['subject'], sentence: string): SetupFinding {
  return { subject, isRight: false, sentence };
}
