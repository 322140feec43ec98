import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { IconInbox, IconPlug, IconSearchOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { paths } from "../paths.ts";
import { EmptyFace } from "../ui/empty-face.tsx";
import type { ConvView } from "./conv-rows.ts";
import { useInbox } from "./inbox-context.tsx";
import { channelsQuery } from "./queries.ts";
import type { InboxUrl } from "./use-inbox-url.ts";
import classes from "./conv-list.module.css";

const EMPTY: Record<ConvView, { title: string; message: string }> = {
  mine: { title: "Nothing is yours right now", message: "Conversations that are assigned to you appear here." },
  needsReply: { title: "Inbox zero", message: "Nobody is waiting for an answer." },
  unassigned: { title: "Nothing is unassigned", message: "Every open conversation has somebody who looks after it." },
  all: {
    title: "No open conversations",
    message: "As soon as a customer writes on one of your channels, the conversation appears here.",
  },
  ended: { title: "Nothing has ended yet", message: "Conversations that are done appear here." },
};

/** What an empty list means, and the next step. */
export function EmptyList({ url }: { url: InboxUrl }) {
  const { workspaceId, viewer } = useInbox();
  const channels = useQuery(channelsQuery(workspaceId)).data;

  if (url.search || url.channelId || url.tag) {
    return (
      <EmptyFace
        icon={<IconSearchOff size={24} aria-hidden />}
        title="Nothing matches"
        message="No conversation of this view fits the search and filters."
        action={
          <Button variant="default" onClick={() => url.setParams({ q: null, channel: null, tag: null })}>
            Clear search and filters
          </Button>
        }
      />
    );
  }
  if (channels?.length === 0 && viewer.permissions.includes("MANAGE_WORKSPACE")) {
    return (
      <EmptyFace
        icon={<IconPlug size={24} aria-hidden />}
        title="Connect a channel"
        message="Conversations come from channels, and this workspace has none yet."
        action={
          <Button component={Link} href={paths.channels(workspaceId)}>
            Go to channels
          </Button>
        }
      />
    );
  }
  return <EmptyFace icon={<IconInbox size={24} aria-hidden />} {...EMPTY[url.view]} />;
}

/** Rows of the right height while the first page is on its way. */
export function ListSkeleton() {
  return (
    <div role="status" className={classes.listBody}>
      <VisuallyHidden>Loading conversations</VisuallyHidden>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className={classes.skeleton} aria-hidden>
          <Skeleton circle height={40} />
          <div className={classes.lines} style={{ gap: 8 }}>
            <Skeleton height={12} width="45%" />
            <Skeleton height={10} width="85%" />
            <Skeleton height={10} width="30%" />
          </div>
        </div>
      ))}
    </div>
  );
}
