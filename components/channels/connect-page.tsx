"use client";

import { ChannelMark } from "../inbox/channel-mark.tsx";
import { paths } from "../paths.ts";
import { useMay, useViewer, useWorkspaceId } from "../shell/workspace.tsx";
import { ChoiceGallery } from "../ui/choice-gallery.tsx";
import { ForbiddenFace } from "../ui/forbidden-face.tsx";
import { Page } from "../ui/page.tsx";
import { BackToChannels } from "./back-to-channels.tsx";
import { GUIDES, slugOf, TYPES } from "./channel-guides.ts";
import { TYPE_NAMES } from "./channel-words.ts";

/** All types of channel, each with the way to connect it. */
export function ConnectPage() {
  const may = useMay("MANAGE_WORKSPACE");
  return (
    <Page
      title="Connect a channel"
      description="Every channel brings its conversations into the same inbox. Have the provider's page open beside this one."
      above={<BackToChannels />}
    >
      {may === false ? <ForbiddenFace /> : <Gallery />}
    </Page>
  );
}

function Gallery() {
  const workspaceId = useWorkspaceId();
  const plan = useViewer()?.plan;
  const choices = TYPES.map((type) => {
    const isClosed = type === "WA_GATEWAY" && plan !== undefined && plan !== "GATEWAY";
    return {
      key: type,
      href: isClosed ? null : paths.connectChannel(workspaceId, slugOf(type)),
      mark: <ChannelMark type={type} size={22} />,
      name: TYPE_NAMES[type],
      words: isClosed
        ? "Belongs to the Gateway plan; on this one, connect the number as WhatsApp."
        : GUIDES[type].blurb,
    };
  });
  return <ChoiceGallery choices={choices} />;
}
