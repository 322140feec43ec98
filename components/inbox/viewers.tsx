"use client";

import { Avatar, Tooltip } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { usePresence } from "./use-presence.ts";
import classes from "./viewers.module.css";

/** How many faces fit next to a name. The rest is shown as a number. */
const MOST_FACES = 3;

type Props = {
  convId: string;
  /** In pixels. */
  size?: number;
  /** Whether it is in a list row, where Tab moves between panes. */
  isInRow?: boolean;
};

/** The other viewers of a conversation. Those who are writing to the contact have a ring. Renders nothing without viewers. */
export function Viewers({ convId, size = 24, isInRow = false }: Props) {
  const t = useTranslations("keys.presence");
  const format = useFormatter();
  const { viewers, typing } = usePresence(convId);
  if (viewers.length === 0) return null;
  const typingIds = new Set(typing.map(({ agentId }) => agentId));
  const inOrder = [...viewers].sort((a, b) => Number(typingIds.has(b.agentId)) - Number(typingIds.has(a.agentId)));
  const here = t("viewers", { names: format.list(viewers.map(({ name }) => name)) });
  const label = [here, ...typing.map(({ name }) => t("replying", { name }))].join(". ");
  return (
    <Tooltip label={label} multiline maw={280}>
      <span role="img" aria-label={label} className={classes.viewers} tabIndex={isInRow ? undefined : 0}>
        <Avatar.Group spacing={8} aria-hidden>
          {inOrder.slice(0, MOST_FACES).map(({ agentId, name }) => (
            <Avatar
              key={agentId}
              name={name}
              size={size}
              color="petrol"
              className={typingIds.has(agentId) ? classes.writes : undefined}
            />
          ))}
          {viewers.length > MOST_FACES ? <Avatar size={size}>+{viewers.length - MOST_FACES}</Avatar> : null}
        </Avatar.Group>
      </span>
    </Tooltip>
  );
}
