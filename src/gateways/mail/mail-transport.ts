type Message = {
  envelope: { from: string; to: string[] };
  content: Buffer;
  signal: AbortSignal;
};

export type MailTransport = { deliver(message: Message): Promise<void>; close(): void };
