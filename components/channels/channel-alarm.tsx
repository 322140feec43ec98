"use client";

import { useQuery } from "@tanstack/react-query";
import { IconPlugConnectedX } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { paths } from "../paths.ts";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import classes from "./channels.module.css";
import { channelsInErrorQuery } from "./queries.ts";

/** On every page, warns those who can fix it that a provider refuses a channel. */
export function ChannelAlarm() {
  const t = useTranslations("shell.channels");
  const workspaceId = useWorkspaceId();
  const may = useMay("MANAGE_WORKSPACE") === true;
  const { data: channels = [] } = useQuery({ ...channelsInErrorQuery(workspaceId), enabled: may });
  const [first, ...more] = channels;
  if (!may || !first) return null;
  return (
    <div className={classes.alarm} role="alert">
      <IconPlugConnectedX size={16} aria-hidden />
      <span>
        {t.rich("alarm", {
          name: first.name,
          more: more.length,
          link: (chunks) => (
            <Link href={more.length === 0 ? paths.channel(workspaceId, first.id) : paths.channels(workspaceId)}>
              {chunks}
            </Link>
          ),
        })}
      </span>
    </div>
  );
}
