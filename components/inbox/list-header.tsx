"use client";

import {
  ActionIcon,
  CloseButton,
  Indicator,
  Menu,
  Popover,
  Select,
  Stack,
  TextInput,
  Title,
  Tooltip,
} from "@mantine/core";
import { IconArrowsSort, IconCheck, IconFilter, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { RefObject } from "react";
import { useInbox } from "./inbox-context.tsx";
import { channelsQuery, tagsQuery } from "./queries.ts";
import { VIEW_LABEL } from "./use-inbox-url.ts";
import type { InboxUrl } from "./use-inbox-url.ts";
import { ViewsMenu } from "./views-nav.tsx";
import classes from "./conv-list.module.css";
import layout from "./inbox.module.css";

const TYPING_MS = 150;
const SORTS = [
  { value: "newest", label: "Newest activity" },
  { value: "oldestWaiting", label: "Waiting longest" },
] as const;

/** Name of the view, sort, filters and search. */
export function ListHeader({ url, searchRef }: { url: InboxUrl; searchRef: RefObject<HTMLInputElement | null> }) {
  return (
    <div className={classes.header}>
      <div className={classes.headerLine}>
        <Title order={2} className={`${classes.title} ${layout.wideOnly}`}>
          {VIEW_LABEL[url.view]}
        </Title>
        <div className={`${classes.title} ${layout.narrowOnly}`}>
          <ViewsMenu url={url} />
        </div>
        {url.view === "ended" ? null : <SortMenu url={url} />}
        <Filters url={url} />
      </div>
      <SearchBox key={url.view} url={url} searchRef={searchRef} />
    </div>
  );
}

function SearchBox({ url, searchRef }: { url: InboxUrl; searchRef: RefObject<HTMLInputElement | null> }) {
  const [text, setText] = useState(url.search);
  const { search } = url;
  const follow = useEffectEvent(() => {
    if (text.trim() !== search) url.setParams({ q: text.trim() });
  });
  // What is typed leads, and the address follows it …
  useEffect(() => {
    const timer = window.setTimeout(follow, TYPING_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  // … but a link or a "clear" elsewhere leads while nobody types here.
  useEffect(() => {
    if (document.activeElement !== searchRef.current) setText(search);
  }, [search, searchRef]);

  return (
    <TextInput
      ref={searchRef}
      type="search"
      size="sm"
      aria-label="Search by name or phone"
      placeholder="Name or phone"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text ? <CloseButton size="sm" aria-label="Clear search" onClick={() => setText("")} /> : null}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        if (text) setText("");
        else event.currentTarget.blur();
      }}
    />
  );
}

function SortMenu({ url }: { url: InboxUrl }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label="Sort">
          <ActionIcon variant="subtle" color="gray" aria-label="Sort">
            <IconArrowsSort size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {SORTS.map(({ value, label }) => (
          <Menu.Item
            key={value}
            rightSection={value === url.sort ? <IconCheck size={16} aria-label="chosen" /> : null}
            onClick={() => url.setParams({ sort: value })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Filters({ url }: { url: InboxUrl }) {
  const { workspaceId } = useInbox();
  const channels = useQuery(channelsQuery(workspaceId)).data ?? [];
  const tags = useQuery(tagsQuery(workspaceId, "conversation")).data ?? [];
  const isOn = url.channelId !== null || url.tag !== null;
  return (
    <Popover position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label="Filters">
          <Indicator disabled={!isOn} size={8} offset={6}>
            <ActionIcon variant="subtle" color={isOn ? "sea" : "gray"} aria-label={isOn ? "Filters (on)" : "Filters"}>
              <IconFilter size={18} aria-hidden />
            </ActionIcon>
          </Indicator>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Select
            label="Channel"
            placeholder="Any channel"
            clearable
            data={channels.map((channel) => ({ value: channel.id, label: channel.name }))}
            value={url.channelId}
            onChange={(channel) => url.setParams({ channel })}
            comboboxProps={{ withinPortal: false }}
          />
          <Select
            label="Tag"
            placeholder="Any tag"
            clearable
            searchable
            data={[...new Set(tags.map((tag) => tag.tag))]}
            value={url.tag}
            onChange={(tag) => url.setParams({ tag })}
            comboboxProps={{ withinPortal: false }}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
