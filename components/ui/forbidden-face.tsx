import { IconLock } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { EmptyFace } from "./empty-face.tsx";

/** A place that the viewer's role has nothing to do in; they came by its address. */
export function ForbiddenFace() {
  const t = useTranslations("ui.forbidden");
  return <EmptyFace icon={<IconLock size={24} aria-hidden />} title={t("title")} message={t("words")} />;
}
