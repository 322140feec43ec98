import type { useTranslations } from "next-intl";
import type { Messages } from "../i18n/catalogue.ts";

let words: ReturnType<typeof useTranslations<"shell.network">> | null = null;

/**
 * Gives the words for a service that does not answer. The language that is shown gives them before anything is asked: by the time they
 * are needed nothing can be loaded.
 */
export function speakOfNetwork(shown: typeof words): void {
  words = shown;
}

/** What is said of a request that came to nothing, by code that knows no React; the key itself where no language is shown. */
export function networkWords(key: keyof Messages["shell"]["network"], status = 0): string {
  return words?.(key, { status: String(status) }) ?? key;
}
