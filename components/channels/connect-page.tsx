"use client";

import { useTranslations } from "next-intl";
import { ChannelMark } from "../details/channel-mark.tsx";
import { paths } from "../paths.ts";
import { useMay, useViewer, useWorkspaceId } from "../shell/workspace.tsx";
import { ChoiceGallery } from "../ui/choice-gallery.tsx";
import { ForbiddenFace } from "../ui/forbidden-face.tsx";
import { Page } from "../ui/page.tsx";
import { BackToChannels } from "./back-to-channels.tsx";
import { slugOf, TYPES } from "./channel-guides.ts";

/** All channel types, each with a link to connect it. */
export function ConnectPage() {
  const t = useTranslations("channels");
  const may = useMay("MANAGE_WORKSPACE");
  return (
    <Page title={t("connect")} description={t("gallery.description")} above={<BackToChannels />}>
      {may === false ? <ForbiddenFace /> : <Gallery />}
    </Page>
  );
}

function Gallery() {
  const t = useTranslations("channels");
  const workspaceId = useWorkspaceId();
  const plan = useViewer()?.plan;
  const choices = TYPES.map((type) => {
    const isClosed = type === "WA_GATEWAY" && plan !== undefined && plan !== "GATEWAY";
    return {
      key: type,
      href: isClosed ? null : paths.connectChannel(workspaceId, slugOf(type)),
      mark: <ChannelMark type={type} size={20} />,
      name: t(`types.${type}`),
      words: isClosed ? t("gallery.gatewayOnly") : t(`guides.blurbs.${type}`),
    };
  });
  return <ChoiceGallery choices={choices} />;
}
