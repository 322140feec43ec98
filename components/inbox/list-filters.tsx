"use client";

import { ActionIcon, Indicator, Menu, Popover, Select, Stack, Tooltip } from "@mantine/core";
import { IconArrowsSort, IconCheck, IconFilter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useInbox } from "./inbox-context.tsx";
import { channelsQuery, tagsQuery } from "./queries.ts";
import type { InboxUrl } from "./use-inbox-url.ts";

const SORTS = [
  { value: "newest", label: "Newest activity" },
  { value: "oldestWaiting", label: "Waiting longest" },
] as const;

/** Order of the list. */
export function SortMenu({ url }: { url: InboxUrl }) {
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

/** Channel and tag; a mark says that one is set. */
export function ListFilters({ url }: { url: InboxUrl }) {
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
