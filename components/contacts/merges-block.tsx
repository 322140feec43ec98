"use client";

import { Button, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useNow } from "../ui/use-now.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { done, failed } from "../ui/toasts.tsx";
import classes from "./contacts.module.css";
import { contactKeys, mergesQuery, undoMerge } from "./queries.ts";

/** The contacts merged into this one, and until when each merge can be undone. */
export function MergesBlock({ clientId }: { clientId: string }) {
  const t = useTranslations("contacts");
  const format = useFormatter();
  const now = useNow();
  const workspaceId = useWorkspaceId();
  const client = useQueryClient();
  const { data = [] } = useQuery(mergesQuery(workspaceId, clientId));
  const undo = useMutation({
    mutationFn: (mergeId: string) => undoMerge(workspaceId, mergeId),
    onSuccess: () => done(t("merges.undone")),
    onError: (error) => failed(t("merges.notUndone"), error),
    onSettled: () => client.invalidateQueries({ queryKey: contactKeys.all(workspaceId) }),
  });
  const open = data.filter(({ undoableUntil }) => undoableUntil !== null && Date.parse(undoableUntil) > now);
  if (open.length === 0) return null;
  return (
    <section className={classes.block} aria-label={t("merges.title")}>
      <h3 className={classes.blockTitle}>{t("merges.title")}</h3>
      <ul className={classes.plainList}>
        {open.map(({ id, names, undoableUntil }) => (
          <li key={id} className={classes.line}>
            <span className={classes.grow}>
              <bdi>{names.map((name) => name || t("noName")).join(", ")}</bdi>
              <Text size="xs" c="dimmed">
                {t("merges.until", {
                  day: format.dateTime(new Date(undoableUntil ?? ""), { dateStyle: "medium" }),
                })}
              </Text>
            </span>
            <Button
              variant="default"
              size="compact-sm"
              loading={undo.isPending && undo.variables === id}
              onClick={() => undo.mutate(id)}
            >
              {t("merges.undo")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
