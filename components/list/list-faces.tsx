import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { ReactNode } from "react";
import { paths } from "../paths.ts";
import { EmptyFace } from "../ui/empty-face.tsx";
import type { ConvView } from "./conv-rows.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { channelsQuery } from "../inbox/queries.ts";
import type { InboxUrl } from "../inbox/use-inbox-url.ts";
import classes from "./conv-list.module.css";

/** The view to offer next when a view is empty. */
const NEXT: Record<ConvView, ConvView | null> = {
  mine: "unassigned",
  needsReply: "all",
  unassigned: "all",
  aiHandling: "all",
  mentions: "mine",
  snoozed: "mine",
  dormant: "all",
  windowClosing: "needsReply",
  failed: "all",
  drafts: "mine",
  all: "ended",
  ended: "all",
};

/** Explains an empty list and offers the next step. */
export function EmptyList({ url }: { url: InboxUrl }) {
  const t = useTranslations("list");
  const { workspaceId, viewer } = useInbox();
  const channels = useQuery(channelsQuery(workspaceId)).data;

  if (url.filter.filter || url.terms.unknown.length > 0 || url.channelId || url.tag) {
    return (
      <EmptyFace
        picture="nothingFound"
        title={t("empty.noMatch")}
        message={t("empty.noMatchMeans")}
        action={
          <Button variant="default" onClick={() => url.setParams({ q: null, channel: null, tag: null })}>
            {t("empty.clear")}
          </Button>
        }
      />
    );
  }
  if (channels?.length === 0 && viewer.permissions.includes("MANAGE_WORKSPACE")) {
    return (
      <EmptyFace
        picture="channel"
        title={t("empty.noChannel")}
        message={t("empty.noChannelMeans")}
        action={
          <Button component={Link} href={paths.channels(workspaceId)}>
            {t("empty.toChannels")}
          </Button>
        }
      />
    );
  }
  const next = NEXT[url.view];
  return (
    <EmptyFace
      picture="answered"
      title={t(`empty.${url.view}.title`)}
      message={t(`empty.${url.view}.message`)}
      action={
        next ? (
          <NextStep onClick={() => url.choose(next)}>{t("empty.goTo", { view: t(`views.${next}`) })}</NextStep>
        ) : null
      }
    />
  );
}

function NextStep({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="default" onClick={onClick}>
      {children}
    </Button>
  );
}

/** Placeholder rows of the right height while the first page is loading. */
export function ListSkeleton() {
  const t = useTranslations("list");
  return (
    <div role="status" className={classes.listBody}>
      <VisuallyHidden>{t("list.loading")}</VisuallyHidden>
      <div className={classes.rows} aria-hidden>
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className={classes.skeleton}>
            <Skeleton circle height={34} />
            <div className={classes.lines} style={{ gap: 8 }}>
              <Skeleton height={12} width="45%" />
              <Skeleton height={10} width="85%" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
