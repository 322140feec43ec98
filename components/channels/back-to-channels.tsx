"use client";

import { useTranslations } from "next-intl";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { BackLink } from "../ui/back-link.tsx";

/** The way back, above a page of one channel; to the choice of types from the form of one. */
export function BackToChannels({ toGallery = false }: { toGallery?: boolean }) {
  const t = useTranslations("channels");
  const workspaceId = useWorkspaceId();
  return (
    <BackLink
      href={toGallery ? paths.connectChannel(workspaceId) : paths.channels(workspaceId)}
      label={toGallery ? t("allTypes") : t("title")}
    />
  );
}
