"use client";

import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { failed } from "../ui/toasts.tsx";
import { exportAddress, writeFilter, type ContactFilter } from "./contact-filter.ts";
import classes from "./contacts.module.css";
import { countContacts } from "./queries.ts";

type Props = { filter: ContactFilter; loaded: number; hasMore: boolean; children: ReactNode };

/** The total, counted only on demand, and the export of all contacts. */
export function TableFoot({ filter, loaded, hasMore, children }: Props) {
  const t = useTranslations("contacts");
  const workspaceId = useWorkspaceId();
  const asked = writeFilter(filter).toString();
  const count = useMutation({
    mutationFn: async () => ({ asked, count: await countContacts(workspaceId, filter) }),
    onError: (error) => failed(t("countFailed"), error),
  });
  const total = hasMore ? (count.data?.asked === asked ? count.data.count : null) : loaded;
  return (
    <footer className={classes.foot}>
      {total === null ? (
        <>
          <span>{t("loaded", { count: loaded })}</span>
          <Button variant="subtle" size="compact-xs" loading={count.isPending} onClick={() => count.mutate()}>
            {t("count")}
          </Button>
        </>
      ) : (
        <span role="status">{t("total", { count: total })}</span>
      )}
      {children}
      <Button
        component="a"
        href={exportAddress(workspaceId, filter)}
        download
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        {t("exportAll")}
      </Button>
    </footer>
  );
}
