export type PageCache = {
  drop(): void;
};
