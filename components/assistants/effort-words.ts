import type { useFormatter, useTranslations } from "next-intl";

type Format = ReturnType<typeof useFormatter>;
type Translate = ReturnType<typeof useTranslations<"assistants">>;

/** A duration: "240 ms", "1.4 s". */
export function durationWords(ms: number, format: Format): string {
  if (ms < 1_000) return `${format.number(ms)} ms`;
  return `${format.number(ms / 1_000, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;
}

/** The tokens of a turn. null: no model was called. */
export function tokenWords(
  spent: { promptTokens: number | null; completionTokens: number | null },
  t: Translate,
): string | null {
  const { promptTokens, completionTokens } = spent;
  if (promptTokens === null && completionTokens === null) return null;
  return t("effort.tokens", { input: promptTokens ?? 0, output: completionTokens ?? 0 });
}
