"use client";

import { Button, Menu, Text } from "@mantine/core";
import {
  IconCheck,
  IconChevronDown,
  IconFilterEdit,
  IconPencil,
  IconSpeakerphone,
  IconTrash,
  IconUsersGroup,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { beginBroadcast } from "../broadcasts/kept-form.ts";
import { paths } from "../paths.ts";
import { useMay, useWorkspaceId } from "../shell/workspace.tsx";
import { readSegment } from "./contact-filter.ts";
import classes from "./contacts.module.css";
import type { Segment } from "./segment-documents.ts";
import { segmentCountsQuery } from "./queries.ts";
import type { Segments } from "./use-segments.ts";
import type { ContactsUrl } from "./use-contacts-url.ts";

/** The value of the choice without a segment. */
const ALL = "";
const CHECK = <IconCheck size={14} aria-hidden />;

type Props = {
  url: ContactsUrl;
  segments: Segments;
  mayEdit: boolean;
  onRename: (segment: Segment) => void;
};

/** Chooses a segment, with the number of contacts in each, and changes or deletes the chosen one. */
export function SegmentsMenu({ url, segments, mayEdit, onRename }: Props) {
  const t = useTranslations("contacts.segments");
  const format = useFormatter();
  const router = useRouter();
  const workspaceId = useWorkspaceId();
  const mayBroadcast = useMay("MANAGE_BROADCASTS") ?? false;
  const { list, chosen, editing } = segments;
  // Counting may take a while in a large workspace, so it waits for the first look.
  const [isCounting, setCounting] = useState(false);
  const { data: counts = {} } = useQuery({ ...segmentCountsQuery(workspaceId), enabled: isCounting });
  const conditions = chosen && readSegment(chosen.filter);
  // A workspace without segments needs no menu for them.
  if (list.length === 0 && url.filter.segmentId === null) return null;
  const choose = (segmentId: string | null) => url.setSegment(segmentId);
  return (
    <Menu position="bottom-start" width={280} shadow="md" onOpen={() => setCounting(true)}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconUsersGroup size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          className={classes.segment}
        >
          {editing?.name ?? chosen?.name ?? t("all")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.segments}>
        <Menu.RadioGroup value={editing?.id ?? url.filter.segmentId ?? ALL}>
          <Menu.RadioItem value={ALL} closeMenuOnClick checkIcon={CHECK} onChange={() => choose(null)}>
            {t("all")}
          </Menu.RadioItem>
          {list.map(({ id, name }) => (
            <Menu.RadioItem
              key={id}
              value={id}
              closeMenuOnClick
              checkIcon={CHECK}
              onChange={() => choose(id)}
              rightSection={
                <Text span size="xs" c="dimmed">
                  {counts[id] == null ? "" : format.number(counts[id])}
                </Text>
              }
            >
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {chosen && mayEdit ? (
          <>
            <Menu.Divider />
            {mayBroadcast ? (
              <Menu.Item
                leftSection={<IconSpeakerphone size={16} aria-hidden />}
                onClick={() => {
                  const place = beginBroadcast(workspaceId, { segmentId: chosen.id }, window.sessionStorage);
                  router.push(paths.newBroadcast(workspaceId, place));
                }}
              >
                {t("broadcast")}
              </Menu.Item>
            ) : null}
            <Menu.Item
              leftSection={<IconFilterEdit size={16} aria-hidden />}
              disabled={conditions === null}
              title={conditions === null ? t("fixed") : undefined}
              onClick={() => conditions && url.go({ filter: conditions, editingId: chosen.id })}
            >
              {t("conditions")}
            </Menu.Item>
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onRename(chosen)}>
              {t("rename")}
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => {
                choose(null);
                void segments.remove(chosen);
              }}
            >
              {t("delete")}
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
