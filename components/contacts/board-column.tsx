"use client";

import { useDroppable } from "@dnd-kit/core";
import { Button, Skeleton, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Stage } from "../ui/tag.tsx";
import type { TagColor } from "../ui/tag-colors.ts";
import { ErrorFace } from "../ui/error-face.tsx";
import { BoardCard } from "./board-card.tsx";
import { columnOf, type ContactFilter } from "./contact-filter.ts";
import classes from "./contacts.module.css";
import { useContacts } from "./use-contacts.ts";

type Props = {
  /** The stage's id, or NO_STAGE. */
  id: string;
  name: string;
  /** null: the column of contacts without a stage. */
  color: TagColor | null;
  filter: ContactFilter;
  mayMove: boolean;
  onOpen: (clientId: string) => void;
};

/** The contacts of one stage, newest first, loaded in pages. */
export function BoardColumn({ id, name, color, filter, mayMove, onOpen }: Props) {
  const t = useTranslations("contacts");
  const { query, rows } = useContacts({ ...filter, stageId: null }, columnOf(id));
  const { setNodeRef, isOver } = useDroppable({ id, disabled: !mayMove });
  return (
    <section ref={setNodeRef} className={classes.column} data-over={isOver || undefined} aria-label={name}>
      <h2 className={classes.columnHead}>{color ? <Stage name={name} color={color} /> : name}</h2>
      {query.isError && rows.length === 0 ? (
        <ErrorFace title={t("loadFailed")} error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      <ul className={classes.cards} aria-label={t("cardsOf", { stage: name })} aria-busy={query.isPending}>
        {query.isPending ? (
          <li>
            <Skeleton height={64} />
          </li>
        ) : null}
        {rows.map((row) => (
          <li key={row.id}>
            <BoardCard row={row} mayMove={mayMove} onOpen={() => onOpen(row.id)} />
          </li>
        ))}
        {query.isSuccess && rows.length === 0 ? (
          <Text component="li" size="xs" c="dimmed" p="xs">
            {t("emptyColumn")}
          </Text>
        ) : null}
        {query.hasNextPage ? (
          <li>
            <Button
              fullWidth
              variant="subtle"
              size="compact-sm"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t("more")}
            </Button>
          </li>
        ) : null}
      </ul>
    </section>
  );
}
