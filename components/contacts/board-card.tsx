"use client";

import { useDraggable } from "@dnd-kit/core";
import { useTranslations } from "next-intl";
import { ClientAvatar } from "../details/client-avatar.tsx";
import { Tag } from "../ui/tag.tsx";
import { contactName } from "./contact-name.ts";
import classes from "./contacts.module.css";
import type { ContactRow } from "./documents.ts";
import { useContactWords } from "./use-contacts.ts";

type Props = { row: ContactRow; mayMove: boolean; onOpen: () => void };

/** A contact on the board. Enter or a click opens it, Space picks it up. */
export function BoardCard({ row, mayMove, onOpen }: Props) {
  const { setNodeRef, attributes, listeners, isDragging } = useDraggable({
    id: row.id,
    data: { row },
    disabled: !mayMove,
  });
  return (
    <div
      ref={setNodeRef}
      {...(mayMove ? { ...attributes, ...listeners } : {})}
      role="button"
      tabIndex={0}
      data-dragging={isDragging || undefined}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !isDragging) {
          event.preventDefault();
          return onOpen();
        }
        listeners?.onKeyDown?.(event);
      }}
    >
      <CardFace row={row} />
    </div>
  );
}

/** The card's content, in its column and while dragged. */
export function CardFace({ row, isLifted = false }: { row: ContactRow; isLifted?: boolean }) {
  const t = useTranslations("contacts");
  const { tagColor } = useContactWords();
  const name = contactName(row) || t("noName");
  const below = [row.phone, row.email].find((text) => text && text !== name);
  return (
    <span className={classes.card} data-lifted={isLifted || undefined}>
      <span className={classes.person}>
        <ClientAvatar clientId={row.id} name={name} url={row.avatarUrl} size={24} />
        <bdi className={classes.personLink}>{name}</bdi>
      </span>
      {below ? <bdi className={`${classes.cell} ${classes.soft}`}>{below}</bdi> : null}
      {row.tags.length > 0 ? (
        <span className={classes.chips}>
          {row.tags.map((tag) => (
            <Tag key={tag} color={tagColor(tag)}>
              {tag}
            </Tag>
          ))}
        </span>
      ) : null}
    </span>
  );
}
