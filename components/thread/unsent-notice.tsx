"use client";

import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { usePathname, useRouter } from "next/navigation";
import { useSyncExternalStore } from "react";
import { paths } from "../paths.ts";
import { useLiveOwn } from "../shell/live.tsx";
import { outboxOf } from "../offline/open-outbox.ts";
import type { OutboxEntry } from "../offline/outbox.ts";
import { RefusedItem, UnsentItem } from "./unsent-item.tsx";
import { unsentQuery } from "../offline/unsent.ts";
import type { InboxCache } from "../list/row-cache.ts";
import classes from "./scheduled.module.css";

const NO_ENTRIES: OutboxEntry[] = [];

/**
 * Shown on every page: the viewer's messages that were refused, at once or at their scheduled time. Includes conversations that a
 * colleague has taken meanwhile, whose threads no longer show it. Leaves out what the open thread itself shows.
 */
export function UnsentNotice({ cache, userId }: { cache: InboxCache; userId: string }) {
  const t = useTranslations("composer.unsent");
  const { workspaceId, viewerAgentId, client } = cache;
  const pathname = usePathname();
  const router = useRouter();
  const [isOpen, list] = useDisclosure(false);
  const query = unsentQuery(workspaceId);
  const { data = [] } = useQuery({ ...query, enabled: viewerAgentId !== null });
  useLiveOwn(({ what }) => {
    if (what === "scheduled") void client.invalidateQueries({ queryKey: query.queryKey });
  });
  const outbox = outboxOf(userId, client).store;
  const entries = useSyncExternalStore(outbox.subscribe, outbox.entries, () => NO_ENTRIES);
  const refused = entries.filter(
    (entry) =>
      entry.refusal !== null &&
      entry.userId === userId &&
      entry.workspaceId === workspaceId &&
      pathname !== paths.inbox(workspaceId, entry.convId),
  );
  const count = data.length + refused.length;
  if (count === 0) return null;

  function open(convId: string): void {
    list.close();
    router.push(paths.inbox(workspaceId, convId));
  }

  return (
    <>
      <div className={classes.unsent} role="alert">
        <IconAlertTriangle size={16} aria-hidden />
        <span className={classes.unsentCount}>{t("count", { count })}</span>
        <Button size="compact-xs" variant="subtle" color="red" onClick={list.open}>
          {t("show")}
        </Button>
      </div>
      <Modal opened={isOpen} onClose={list.close} title={t("title")} closeButtonProps={{ "aria-label": t("close") }}>
        <ul className={classes.unsentList}>
          {data.map((unsent) => (
            <UnsentItem
              key={unsent.message.id}
              unsent={unsent}
              cache={cache}
              onOpen={() => open(unsent.message.convId)}
            />
          ))}
          {refused.map((entry) => (
            <RefusedItem
              key={entry.id}
              entry={entry}
              cache={cache}
              onOpen={() => open(entry.convId)}
              onDiscard={() => outbox.discard(entry.id)}
            />
          ))}
        </ul>
      </Modal>
    </>
  );
}
