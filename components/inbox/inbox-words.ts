import type { useTranslations } from "next-intl";

/** The texts of the inbox, for rules that build sentences outside React. */
export type InboxWords = ReturnType<typeof useTranslations<"inbox">>;
