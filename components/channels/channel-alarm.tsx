"use client";

import { useQuery } from "@tanstack/react-query";
import { IconPlugConnectedX } from "@tabler/icons-react";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import classes from "./channels.module.css";
import { channelsInErrorQuery } from "./queries.ts";

/** Tells those who can put it right, on whatever page they are, that a channel's provider refuses it. */
export function ChannelAlarm() {
  const workspaceId = useWorkspaceId();
  const may = useMay("MANAGE_WORKSPACE") === true;
  const { data: channels = [] } = useQuery({ ...channelsInErrorQuery(workspaceId), enabled: may });
  const [first, ...more] = channels;
  if (!may || !first) return null;
  const names = more.length === 0 ? `${first.name} cannot send` : `${first.name} and ${more.length} more cannot send`;
  return (
    <div className={classes.alarm} role="alert">
      <IconPlugConnectedX size={16} aria-hidden />
      {names}: the provider refuses the credentials, and messages wait.{" "}
      <Link href={more.length === 0 ? paths.channel(workspaceId, first.id) : paths.channels(workspaceId)}>
        Put it right
      </Link>
    </div>
  );
}
