import type { OutboxRow } from '#db/tables/mail.ts';
import type { Queryable } from '#db/tables.ts';
import type { MailKind } from '#src/wire/mail/mail-kinds.ts';
import type { Shop } from '../shop.ts';
import type { ContentOf } from './content.ts';

/** A noun hands these to the queue for each kind of its mail. */
export type MailHandlers = { [Kind in MailKind]: MailHandler<Kind> };

export type MailHandler<Kind extends MailKind> = {
  /** Reads what the mail says now; undefined when there is nobody or nothing to write to. */
  write(shop: Shop, mail: OutboxRow): Promise<ContentOf<Kind> | undefined>;
  /** It runs in the transaction that notes it. */
  afterSent?(tx: Queryable, mail: OutboxRow, sentAt: string): Promise<void>;
  afterGivenUp?(db: Queryable, mail: OutboxRow): Promise<void>;
  /** It says whether the addressee was erased meanwhile, where that is no customer of the row. */
  isErased?(db: Queryable, mail: OutboxRow): Promise<boolean>;
};
