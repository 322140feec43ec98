"use client";

import { Anchor } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";

/** The way back, above a page of one channel; to the choice of types from the form of one. */
export function BackToChannels({ toGallery = false }: { toGallery?: boolean }) {
  const workspaceId = useWorkspaceId();
  return (
    <Anchor
      component={Link}
      href={toGallery ? paths.connectChannel(workspaceId) : paths.channels(workspaceId)}
      size="sm"
      underline="hover"
      style={{ alignSelf: "flex-start" }}
    >
      <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: "-2px" }} />{" "}
      {toGallery ? "All types of channel" : "Channels"}
    </Anchor>
  );
}
