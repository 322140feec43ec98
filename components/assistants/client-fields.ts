import type { useTranslations } from "next-intl";

type Translate = ReturnType<typeof useTranslations<"assistants">>;

/** The fields of a client that an assistant may ask for. */
export const CLIENT_FIELDS = ["name", "surname", "email", "phone", "address", "city", "country", "code"] as const;

/** What people call a field; one that is not known is called as it is. */
export function fieldName(name: string, t: Translate): string {
  const known = CLIENT_FIELDS.find((field) => field === name);
  return known ? t(`clientFields.${known}`) : name;
}
