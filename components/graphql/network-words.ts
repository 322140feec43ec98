import type { useTranslations } from "next-intl";
import type { Messages } from "../i18n/catalogue.ts";
import type { ServiceWords } from "../i18n/service-words.ts";

let service: ServiceWords = (english) => english;

/** Sets the translation of the service's messages. Until it is called, they stay in English. */
export function speakForService(shown: ServiceWords): void {
  service = shown;
}

/** The service's refusal: an English sentence and its translation data, in total and by field. */
export type Refusal = Words & { fields?: (Words & { path: string })[] };
type Words = { message: string; wording?: unknown };

/** A refusal in the reader's language. Fields have their names in the form. */
export function refusalWords({ message, wording, fields = [] }: Refusal): {
  message: string;
  fields: { path: string; message: string }[];
} {
  return {
    message: service(message, wording),
    fields: fields.map((field) => ({
      path: field.path.replace(/^input\./, ""),
      message: service(field.message, field.wording),
    })),
  };
}

let words: ReturnType<typeof useTranslations<"shell.network">> | null = null;

/**
 * Sets the texts for an unreachable service. They must be set before the first request: once the network fails, nothing can be
 * loaded.
 */
export function speakOfNetwork(shown: typeof words): void {
  words = shown;
}

/** The text for a failed request, for code outside React. Returns the key if no language is set. */
export function networkWords(key: keyof Messages["shell"]["network"], status = 0): string {
  return words?.(key, { status: String(status) }) ?? key;
}
