import type { useTranslations } from "next-intl";

type Translate = ReturnType<typeof useTranslations<"assistants">>;

/** The contact fields that an assistant may ask for. */
export const CLIENT_FIELDS = ["name", "surname", "email", "phone", "address", "city", "country", "code"] as const;

/** The label of a field. An unknown field keeps its own name. */
export function fieldName(name: string, t: Translate): string {
  const known = CLIENT_FIELDS.find((field) => field === name);
  return known ? t(`clientFields.${known}`) : name;
}
