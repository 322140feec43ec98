"use client";

import { useTranslations } from "next-intl";
import type { Messages } from "../i18n/catalogue.ts";

/** Says a field's value in the reader's words: a channel's type by its name, other values as they are. */
export function useAuditValue(): (field: string, value: string) => string {
  const types = useTranslations("channels.types");
  return (field, value) => {
    const type = value as keyof Messages["channels"]["types"];
    return field === "type" && types.has(type) ? types(type) : value;
  };
}
