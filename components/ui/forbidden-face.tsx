import { useTranslations } from "next-intl";
import { EmptyFace } from "./empty-face.tsx";

/** Shown if the viewer's role has no access to a page that they opened by URL. */
export function ForbiddenFace() {
  const t = useTranslations("ui.forbidden");
  return <EmptyFace picture="locked" title={t("title")} message={t("words")} />;
}
