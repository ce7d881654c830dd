export type ReadCache = {
  find(name: string, version: string): { result: unknown } | undefined;
  store(name: string, version: string, result: unknown): void;
};
