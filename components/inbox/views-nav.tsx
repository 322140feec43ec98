"use client";

import { Menu, Title, UnstyledButton } from "@mantine/core";
import {
  IconCheck,
  IconChevronDown,
  IconCircleCheck,
  IconInbox,
  IconMessageReply,
  IconUser,
  IconUserQuestion,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { MouseEvent } from "react";
import { paths } from "../paths.ts";
import type { ConvView } from "./conv-rows.ts";
import { useInbox } from "./inbox-context.tsx";
import { convViewCountsQuery } from "./queries.ts";
import { VIEW_LABEL, VIEWS } from "./use-inbox-url.ts";
import type { InboxUrl } from "./use-inbox-url.ts";
import classes from "./conv-list.module.css";

const ICON = {
  mine: IconUser,
  needsReply: IconMessageReply,
  unassigned: IconUserQuestion,
  all: IconInbox,
  ended: IconCircleCheck,
} as const satisfies Record<ConvView, unknown>;

function useCounts(): Partial<Record<ConvView, number>> {
  return useQuery(convViewCountsQuery(useInbox().workspaceId)).data ?? {};
}

/** The views with their live counts, as a column of its own on wide screens. */
export function ViewsNav({ url }: { url: InboxUrl }) {
  const { workspaceId } = useInbox();
  const counts = useCounts();

  function choose(event: MouseEvent, view: ConvView) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    url.setParams({ view, sort: null });
  }

  return (
    <nav className={classes.views} aria-label="Views">
      <Title order={1} size="h2" className={classes.viewsTitle}>
        Inbox
      </Title>
      {VIEWS.map((view) => {
        const Icon = ICON[view];
        return (
          <a
            key={view}
            href={paths.inbox(workspaceId, undefined, `view=${view}`)}
            className={classes.view}
            aria-current={view === url.view ? "page" : undefined}
            onClick={(event) => choose(event, view)}
          >
            <Icon size={18} stroke={1.75} aria-hidden />
            <span>{VIEW_LABEL[view]}</span>
            <span className={classes.count}>{counts[view]?.toLocaleString()}</span>
          </a>
        );
      })}
    </nav>
  );
}

/** The same views as a menu, where there is no room for the column. */
export function ViewsMenu({ url }: { url: InboxUrl }) {
  const counts = useCounts();
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.viewMenu} aria-label={`View: ${VIEW_LABEL[url.view]}`}>
          <Title order={1} size="h2">
            {VIEW_LABEL[url.view]}
          </Title>
          <span className={classes.count}>{counts[url.view]?.toLocaleString()}</span>
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {VIEWS.map((view) => {
          const Icon = ICON[view];
          return (
            <Menu.Item
              key={view}
              leftSection={<Icon size={16} aria-hidden />}
              rightSection={
                view === url.view ? <IconCheck size={16} aria-label="chosen" /> : counts[view]?.toLocaleString()
              }
              onClick={() => url.setParams({ view, sort: null })}
            >
              {VIEW_LABEL[view]}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
