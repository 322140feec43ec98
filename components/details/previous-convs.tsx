"use client";

import { ActionIcon, Skeleton, Text } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { ConvGlance } from "../list/conv-glance.tsx";
import type { RowFilter } from "../list/conv-rows.ts";
import type { ConvRow } from "../inbox/documents.ts";
import { previewOf } from "../messages/message-preview.ts";
import { useConvRows } from "../list/use-conv-rows.ts";
import type { InboxWays } from "../inbox/use-inbox-url.ts";
import { usePlaceWords } from "../inbox/use-place-words.ts";
import { useNow } from "../ui/use-now.ts";
import { useTimes } from "../ui/use-times.ts";
import classes from "./details.module.css";

/** The contact's other conversations that the viewer may see. Each can be read here or opened. */
export function PreviousConvs({ row, url }: { row: ConvRow; url: InboxWays }) {
  const t = useTranslations("thread.pane");
  const filter: RowFilter = useMemo(() => ({ sort: "newest", clientId: row.clientId }), [row.clientId]);
  const { rows, isPending } = useConvRows(filter);
  const others = rows.filter((other) => other.id !== row.id);
  if (isPending) return <Skeleton height={12} my={8} width="60%" />;
  if (others.length === 0) return <Text className={classes.none}>{t("noOthers")}</Text>;
  return (
    <ul className={classes.others}>
      {others.map((other) => (
        <li key={other.id}>
          <OtherConv other={other} url={url} />
        </li>
      ))}
    </ul>
  );
}

function OtherConv({ other, url }: { other: ConvRow; url: InboxWays }) {
  const inbox = useTranslations("inbox");
  const placeWords = usePlaceWords();
  const { absoluteTime, relativeTime } = useTimes();
  const t = useTranslations("thread.pane");
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const at = relativeTime(other.lastMessageAt, now);
  return (
    <>
      <div className={classes.answer}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-expanded={isOpen}
          aria-label={t("readHere", { name: placeWords(other.integrationName, other), time: at })}
          onClick={() => setOpen(!isOpen)}
        >
          <Chevron size={14} aria-hidden />
        </ActionIcon>
        <a
          href={url.href(other.id)}
          className={classes.other}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            url.open(other.id);
          }}
        >
          <span className={classes.otherLine}>
            <span className={classes.words}>{placeWords(other.integrationName, other)}</span>
            <time dateTime={other.lastMessageAt} title={absoluteTime(other.lastMessageAt)}>
              {other.ended ? t("endedAt", { time: at }) : at}
            </time>
          </span>
          <span className={classes.otherText} dir="auto">
            {other.lastMessage ? previewOf(other.lastMessage, inbox).text : t("noMessages")}
          </span>
        </a>
      </div>
      {isOpen ? <ConvGlance convId={other.id} /> : null}
    </>
  );
}
