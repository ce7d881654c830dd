export type Letter = { envelope: { from: string; to: string[] }; content: Buffer };

type Message = Letter & { signal: AbortSignal };

export type MailTransport = { deliver(message: Message): Promise<void>; close(): void };
