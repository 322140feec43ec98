"use client";

import { Checkbox } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { ChannelMark } from "../details/channel-mark.tsx";
import { ClientAvatar } from "../details/client-avatar.tsx";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Stage, Tag } from "../ui/tag.tsx";
import { colorOf } from "../ui/tag-colors.ts";
import type { Column } from "./contact-columns.ts";
import { contactName } from "./contact-name.ts";
import classes from "./contacts.module.css";
import type { ContactRow } from "./documents.ts";
import type { ContactWords } from "./use-contacts.ts";

type Props = {
  row: ContactRow;
  index: number;
  columns: readonly Column[];
  words: ContactWords;
  style: CSSProperties;
  isChosen: boolean;
  isFocused: boolean;
  isOpen: boolean;
  onToggle: (isRange: boolean) => void;
  onOpen: () => void;
};

/** A contact in the table. A click anywhere on the row opens it. Its name is a link, for keyboards and new tabs. */
export function ContactTableRow({
  row,
  index,
  columns,
  words,
  style,
  isChosen,
  isFocused,
  isOpen,
  onToggle,
  onOpen,
}: Props) {
  const t = useTranslations("contacts");
  const workspaceId = useWorkspaceId();
  const name = contactName(row) || t("noName");
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      data-focused={isFocused || undefined}
      data-open={isOpen || undefined}
      className={classes.row}
      style={style}
      onClick={(event) => {
        if (!event.metaKey && !event.ctrlKey) onOpen();
      }}
    >
      <span role="cell" onClick={(event) => event.stopPropagation()}>
        <Checkbox
          size="xs"
          checked={isChosen}
          aria-label={t("select", { name })}
          onChange={(event) => onToggle(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
        />
      </span>
      <span role="cell" className={classes.person}>
        <ClientAvatar clientId={row.id} name={name} url={row.avatarUrl} size={28} />
        <a
          href={paths.contact(workspaceId, row.id)}
          className={classes.personLink}
          onClick={(event) => {
            event.stopPropagation();
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onOpen();
          }}
        >
          <bdi>{name}</bdi>
        </a>
      </span>
      {columns.map((column) => (
        <span key={column} role="cell" className={classes.cell}>
          <Cell column={column} row={row} words={words} />
        </span>
      ))}
    </div>
  );
}

function Cell({ column, row, words }: { column: Column; row: ContactRow; words: ContactWords }) {
  const format = useFormatter();
  const day = (at: string | null) => (at ? format.dateTime(new Date(at), { dateStyle: "medium" }) : "");
  switch (column) {
    case "tags":
      return (
        <span className={classes.chips}>
          {row.tags.map((tag) => (
            <Tag key={tag} color={words.tagColor(tag)}>
              {tag}
            </Tag>
          ))}
        </span>
      );
    case "stage": {
      const stage = words.stages.find(({ id }) => id === row.stageId);
      return stage ? <Stage name={stage.tag} color={colorOf(stage)} /> : "";
    }
    case "channels":
      return (
        <span className={classes.chips}>
          {row.integrationIds.flatMap((id) => {
            const channel = words.channels.find((each) => each.id === id);
            return channel ? (
              <span key={id} role="img" aria-label={channel.name} title={channel.name}>
                <ChannelMark type={channel.type} size={16} />
              </span>
            ) : (
              []
            );
          })}
        </span>
      );
    case "defaultAgent":
      return words.agents.find(({ id }) => id === row.defaultAgentId)?.name ?? "";
    case "lastSeen":
      return <span className="tabular">{day(row.lastSeenAt)}</span>;
    case "created":
      return <span className="tabular">{day(row.createdAt)}</span>;
    default:
      return <bdi title={row[column] ?? undefined}>{row[column]}</bdi>;
  }
}
