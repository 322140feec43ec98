"use client";

import { useTranslations } from "next-intl";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { BackLink } from "../ui/back-link.tsx";

/** A back link above a page of one channel. With `toGallery`, to the choice of channel types. */
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
