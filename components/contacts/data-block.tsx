"use client";

import { Anchor, Button, Text } from "@mantine/core";
import { IconEraser, IconFileExport } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { TypeToConfirm } from "../ui/type-to-confirm.tsx";
import classes from "./contacts.module.css";
import type { DataRequest } from "./documents.ts";
import { contactKeys, dataRequestsQuery, eraseContact, exportData } from "./queries.ts";

/** Exports or erases the contact's data. `name` is empty if the contact has none. */
export function DataBlock({ clientId, name }: { clientId: string; name: string }) {
  const t = useTranslations("contacts");
  const workspaceId = useWorkspaceId();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { data: requests = [] } = useQuery(dataRequestsQuery(workspaceId, clientId));
  const readAgain = () => client.invalidateQueries({ queryKey: contactKeys.contact(workspaceId, clientId) });
  const take = useMutation({
    mutationFn: () => exportData(workspaceId, clientId),
    onSuccess: () => done(t("privacy.exporting")),
    onError: (error) => failed(t("privacy.notStarted"), error),
    onSettled: readAgain,
  });
  const erase = async () => {
    await eraseContact(workspaceId, clientId);
    setAsking(false);
    done(t("privacy.started"));
    await readAgain();
  };
  return (
    <section className={classes.block} aria-label={t("privacy.title")}>
      <h3 className={classes.blockTitle}>{t("privacy.title")}</h3>
      {requests.length > 0 ? (
        <ul className={classes.plainList}>
          {requests.map((request) => (
            <RequestLine key={request.id} request={request} />
          ))}
        </ul>
      ) : null}
      <div className={classes.actions}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFileExport size={16} aria-hidden />}
          loading={take.isPending}
          onClick={() => take.mutate()}
        >
          {t("privacy.export")}
        </Button>
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          leftSection={<IconEraser size={16} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {t("privacy.erase")}
        </Button>
      </div>
      <TypeToConfirm
        opened={isAsking}
        title={t("privacy.ask", { name: name || t("noName") })}
        message={t("privacy.what")}
        name={name || t("privacy.nameless")}
        confirm={t("privacy.do")}
        onConfirm={erase}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

function RequestLine({ request }: { request: DataRequest }) {
  const t = useTranslations("contacts.privacy");
  const format = useFormatter();
  const day = (at: string) => format.dateTime(new Date(at), { dateStyle: "medium" });
  const { kind, url, expiresAt, createdAt } = request;
  return (
    <li className={classes.line}>
      <span className={classes.grow}>
        {kind === "erasure" ? t("kinds.erasure") : t("kinds.export")}, {day(createdAt)}
        <Text size="xs" c="dimmed" role="status">
          {stateWords(request, t)}
          {url && expiresAt ? ` · ${t("until", { day: day(expiresAt) })}` : null}
        </Text>
      </span>
      {url ? (
        <Anchor size="sm" href={pathOf(url)} download>
          {t("download")}
        </Anchor>
      ) : null}
    </li>
  );
}

type Words = ReturnType<typeof useTranslations<"contacts.privacy">>;

function stateWords({ kind, state, doneCount, totalCount, url }: DataRequest, t: Words): string {
  switch (state) {
    case "queued":
      return t("states.queued");
    case "running":
      return t("states.running", { done: doneCount, total: totalCount });
    case "completed":
      return kind === "export" && !url ? t("gone") : t("states.completed");
    default:
      return t("states.failed");
  }
}

/** Always on this page's origin, which has the cookie, whatever host the service's URL names. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
