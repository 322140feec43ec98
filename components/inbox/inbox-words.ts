import type { useTranslations } from "next-intl";

/** The words of the inbox, for rules that make sentences and know no React. */
export type InboxWords = ReturnType<typeof useTranslations<"inbox">>;
