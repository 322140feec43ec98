/** A time that something took: "240 ms", "1.4 s". */
export function durationWords(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** Tokens of a model's turn; null where no model was asked. */
export function tokenWords(spent: { promptTokens: number | null; completionTokens: number | null }): string | null {
  const { promptTokens, completionTokens } = spent;
  if (promptTokens === null && completionTokens === null) return null;
  return `${(promptTokens ?? 0).toLocaleString()} tokens in, ${(completionTokens ?? 0).toLocaleString()} out`;
}
