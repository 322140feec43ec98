"use client";

import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useLiveOwn } from "../shell/live.tsx";
import { useInbox } from "./inbox-context.tsx";
import { UnsentItem } from "./unsent-item.tsx";
import { unsentQuery } from "./unsent.ts";
import classes from "./scheduled.module.css";

/**
 * Above the list: messages of the viewer that were refused when their time came. Also of conversations that a colleague has taken
 * meanwhile, whose threads no longer say it.
 */
export function UnsentBar({ onOpen }: { onOpen: (convId: string) => void }) {
  const t = useTranslations("composer.unsent");
  const { workspaceId, viewer, cache } = useInbox();
  const [isOpen, list] = useDisclosure(false);
  const query = unsentQuery(workspaceId);
  const { data = [] } = useQuery({ ...query, enabled: viewer.agentId !== null });
  useLiveOwn(({ what }) => {
    if (what === "scheduled") void cache.client.invalidateQueries({ queryKey: query.queryKey });
  });
  if (data.length === 0) return null;
  return (
    <>
      <div className={classes.unsent} role="alert">
        <IconAlertTriangle size={16} aria-hidden />
        <span className={classes.unsentCount}>{t("count", { count: data.length })}</span>
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
              onOpen={() => {
                list.close();
                onOpen(unsent.message.convId);
              }}
            />
          ))}
        </ul>
      </Modal>
    </>
  );
}
