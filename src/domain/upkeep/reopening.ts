/** The process closes the shop and opens it again without ending. */
export type Reopening = {
  /** Returns at once, and closes when what is under way has been answered; throws a refusal where one is under way. */
  ask(meanwhile?: Meanwhile): void;
  /** Why the last one did not do what it was asked for. */
  readonly failure: ReopeningFailure | null;
};

/** Runs while everything is closed. Where it fails, it leaves all as it was. */
export type Meanwhile = () => Promise<Change>;

/** One of both is called: a shop that cannot be opened after the change is opened as it was before. */
export type Change = { undo(): Promise<void>; keep(): Promise<void> };

export type ReopeningFailure = { at: string; reason: string };
