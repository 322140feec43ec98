"use client";

import { Button, Group, Select, TextInput } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import { useQuery } from "@tanstack/react-query";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { channelsQuery } from "../channels/queries.ts";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { isDay } from "../reports/report-period.ts";
import { Page } from "../ui/page.tsx";
import { BroadcastList } from "./broadcast-list.tsx";
import classes from "./broadcasts.module.css";
import { STATE_COLOURS } from "./outcome-words.ts";
import type { Broadcast } from "./queries.ts";
import { useLiveBroadcasts } from "./use-live-broadcasts.ts";

const STATES = Object.keys(STATE_COLOURS) as Broadcast["state"][];

/** All broadcasts, newest first. The filters are in the URL. */
export function BroadcastsPage() {
  const t = useTranslations("broadcasts");
  const workspaceId = useWorkspaceId();
  const search = useSearchParams();
  const channels = useQuery(channelsQuery(workspaceId)).data ?? [];
  useLiveBroadcasts();
  const state = STATES.find((each) => each === search.get("state")) ?? null;
  const integrationId = search.get("channel");
  const name = search.get("name");
  const dayAsked = search.get("day");
  const day = isDay(dayAsked) ? dayAsked : null;
  const choose = (name: "state" | "channel" | "name" | "day", value: string | null) => {
    const next = new URLSearchParams(search);
    if (value === next.get(name)) return;
    if (value === null) next.delete(name);
    else next.set(name, value);
    window.history.replaceState(null, "", paths.broadcasts(workspaceId, next.toString()));
  };
  return (
    <Page
      isWide
      title={t("title")}
      description={t("description")}
      actions={
        <Button
          component={Link}
          href={paths.newBroadcast(workspaceId)}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {t("new")}
        </Button>
      }
    >
      <Group gap="sm" className={classes.filters}>
        <TextInput
          key={name}
          aria-label={t("findByName")}
          placeholder={t("findByName")}
          leftSection={<IconSearch size={16} aria-hidden />}
          defaultValue={name ?? ""}
          onBlur={(event) => choose("name", event.currentTarget.value.trim() || null)}
          onKeyDown={(event) => {
            if (event.key === "Enter") choose("name", event.currentTarget.value.trim() || null);
          }}
          w={220}
        />
        <Select
          aria-label={t("state")}
          placeholder={t("anyState")}
          data={STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
          value={state}
          onChange={(value) => choose("state", value)}
          clearable
          w={180}
        />
        <Select
          aria-label={t("channel")}
          placeholder={t("anyChannel")}
          data={channels.map(({ id, name }) => ({ value: id, label: name }))}
          value={integrationId}
          onChange={(value) => choose("channel", value)}
          clearable
          searchable
          w={220}
        />
        <DatePickerInput
          // The button's accessible name is the day that it shows.
          wrapperProps={{ role: "group", "aria-label": t("day") }}
          placeholder={t("anyDay")}
          valueFormat="D MMM YYYY"
          value={day}
          onChange={(value) => choose("day", value)}
          clearable
          w={180}
        />
      </Group>
      <BroadcastList filter={{ state, integrationId, name, day }} channels={channels} />
    </Page>
  );
}
