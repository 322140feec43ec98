import type { useTranslations } from "next-intl";
import type { Messages } from "../i18n/catalogue.ts";
import type { ServiceWords } from "../i18n/service-words.ts";

let service: ServiceWords = (english) => english;

/** The same for what the service says in its refusals; English as long as no language is shown. */
export function speakForService(shown: ServiceWords): void {
  service = shown;
}

/** What the service says of a refusal: a sentence in English, and what it takes to say it in another language; the same by field. */
export type Refusal = Words & { fields?: (Words & { path: string })[] };
type Words = { message: string; wording?: unknown };

/** A refusal in the reader's language; fields by their names in a form. */
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
