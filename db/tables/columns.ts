export type Flag = 0 | 1;

export type Plain<Column extends string, Text = string> = Record<Column | `${Column}HalfPlain`, Text>;
