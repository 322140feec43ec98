"use client";

import { Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { paths } from "../paths.ts";
import { EmptyFace } from "../ui/empty-face.tsx";
import { ErrorFace } from "../ui/error-face.tsx";
import { ClientAvatar } from "../details/client-avatar.tsx";
import { FoundMessage } from "./found-message.tsx";
import { useInbox } from "../inbox/inbox-context.tsx";
import { ListSkeleton } from "./list-faces.tsx";
import { previewOf } from "../messages/message-preview.ts";
import { searchQuery } from "./list-queries.ts";
import { focusSearchField, SEARCH_RESULTS_ID } from "./search-focus.ts";
import type { InboxUrl } from "../inbox/use-inbox-url.ts";
import { useNow } from "../ui/use-now.ts";
import { useTimes } from "../ui/use-times.ts";
import classes from "./search-results.module.css";

/** The search results, shown in place of the list. */
export function SearchResults({ url }: { url: InboxUrl }) {
  const inbox = useTranslations("inbox");
  const { relativeTime } = useTimes();
  const t = useTranslations("list");
  const { workspaceId } = useInbox();
  const now = useNow();
  const text = url.terms.words.join(" ");
  const search = useQuery({ ...searchQuery(workspaceId, text), placeholderData: keepPreviousData });

  if (search.isPending) return <ListSkeleton />;
  if (search.isError)
    return <ErrorFace title={t("search.failed")} error={search.error} onRetry={() => void search.refetch()} />;
  const { convs, messages, clients } = search.data;
  const isEmpty = convs.nodes.length + messages.nodes.length + clients.nodes.length === 0;

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a")];
    const at = links.indexOf(document.activeElement as HTMLElement);
    if (event.key === "Escape" || (event.key === "ArrowUp" && at === 0)) focusSearchField();
    else if (event.key === "ArrowDown") links[Math.min(links.length - 1, at + 1)]?.focus();
    else if (event.key === "ArrowUp") links[Math.max(0, at - 1)]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Opens in the frame of the click, like a row of the list. */
  const open = (convId: string) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    url.open(convId);
  };

  return (
    <div
      id={SEARCH_RESULTS_ID}
      className={classes.results}
      role="region"
      aria-label={t("search.results")}
      aria-busy={search.isFetching}
      onKeyDown={onKeyDown}
    >
      {messages.isOnlyRecent ? <p className={classes.cut}>{t("search.onlyRecent")}</p> : null}
      {isEmpty ? (
        <EmptyFace picture="nothingFound" title={t("search.nothing")} message={t("search.nothingMeans", { text })} />
      ) : null}
      <Group name={t("search.convs")} isShown={convs.nodes.length > 0}>
        {convs.nodes.map((row) => (
          <a key={row.id} className={classes.hit} href={url.href(row.id)} onClick={open(row.id)}>
            <ClientAvatar
              clientId={row.clientId}
              name={row.clientName}
              url={row.clientAvatarUrl}
              channel={row.integrationType}
              size={32}
            />
            <span className={classes.text}>
              <bdi className={classes.name}>{row.clientName}</bdi>
              <span className={classes.snippet} dir="auto">
                {row.lastMessage ? previewOf(row.lastMessage, inbox).text : ""}
              </span>
            </span>
            <time className={classes.time} dateTime={row.lastMessageAt}>
              {relativeTime(row.lastMessageAt, now)}
            </time>
          </a>
        ))}
      </Group>
      <Group name={t("search.messages")} isShown={messages.nodes.length > 0}>
        {messages.nodes.map((hit) => (
          <FoundMessage key={hit.message.messageId} hit={hit} url={url} now={now} />
        ))}
      </Group>
      <Group name={t("search.clients")} isShown={clients.nodes.length > 0}>
        {clients.nodes.map((client) => {
          const name =
            [client.name, client.surname].filter(Boolean).join(" ") || client.phone || client.email || client.id;
          return (
            <Link key={client.id} className={classes.hit} href={paths.contact(workspaceId, client.id)}>
              <ClientAvatar clientId={client.id} name={name} url={client.avatarUrl} size={32} />
              <span className={classes.text}>
                <bdi className={classes.name}>{name}</bdi>
                <span className={classes.snippet}>{client.phone ?? client.email}</span>
              </span>
            </Link>
          );
        })}
      </Group>
    </div>
  );
}

function Group({ name, isShown, children }: { name: string; isShown: boolean; children: ReactNode }) {
  if (!isShown) return null;
  return (
    <section aria-label={name}>
      <Text component="h3" className={classes.group}>
        {name}
      </Text>
      {children}
    </section>
  );
}
