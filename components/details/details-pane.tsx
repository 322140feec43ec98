"use client";

import { Skeleton } from "@mantine/core";
import { Fragment, useLayoutEffect, useRef, type ReactNode } from "react";
import { usePreferences } from "../shell/use-preferences.ts";
import { AssistantBlock } from "./assistant-block.tsx";
import { CardSkeleton } from "./card-skeleton.tsx";
import { CarriedBlocks } from "../messages/carried-blocks.tsx";
import { ContactCard } from "./contact-card.tsx";
import { ConvFacts } from "./conv-facts.tsx";
import { ConvNotes } from "./conv-notes.tsx";
import { arrangeBlocks, moveBlock, placeBlock, toggleBlock, type Block, type BlockId } from "./detail-blocks.ts";
import { DetailsHead } from "./details-head.tsx";
import { DetailsBlock } from "./details-block.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import { OtherChannels } from "./other-channels.tsx";
import { PossibleDuplicates } from "./possible-duplicates.tsx";
import { PreviousConvs } from "./previous-convs.tsx";
import type { InboxWays } from "../inbox/use-inbox-url.ts";
import classes from "./details.module.css";

type Props = {
  /** null while the conversation is loading or rendering: each block shows a skeleton. */
  row: ConvRow | null;
  onClose: () => void;
} & InboxWays;
type BlockProps = { row: ConvRow; url: InboxWays };

const CONTENT: Record<BlockId, (props: BlockProps) => ReactNode> = {
  contact: ({ row }) => <ContactCard key={row.clientId} row={row} />,
  conversation: ({ row }) => <ConvFacts key={row.id} row={row} />,
  notes: ({ row, url }) => <ConvNotes row={row} url={url} kind="notes" />,
  assistant: ({ row, url }) => <AssistantBlock row={row} url={url} />,
  channels: ({ row, url }) => (
    <>
      <OtherChannels row={row} url={url} />
      <PossibleDuplicates clientId={row.clientId} />
    </>
  ),
  previous: ({ row, url }) => <PreviousConvs row={row} url={url} />,
  activity: ({ row, url }) => <ConvNotes row={row} url={url} kind="activity" />,
};

/** The contact, the conversation and related facts, in the person's own order. */
export function DetailsPane({ row, open, href, onClose }: Props) {
  const [{ detailBlocks }, change] = usePreferences();
  const blocks = arrangeBlocks(detailBlocks);
  const body = useRef<HTMLDivElement>(null);
  /** Whether the pane is scrolled. Setting the position of an unscrolled one would force a layout at each switch. */
  const isScrolled = useRef(false);
  useLayoutEffect(() => {
    if (body.current && isScrolled.current) body.current.scrollTop = 0;
  }, [row?.id]);
  const keep = (next: Block[]) => change({ detailBlocks: next });
  return (
    <div className={classes.pane}>
      <DetailsHead row={row} onClose={onClose} />
      <div
        ref={body}
        className={classes.body}
        onScroll={(event) => (isScrolled.current = event.currentTarget.scrollTop > 0)}
      >
        <CarriedBlocks onPlace={(id, overId) => keep(placeBlock(blocks, id, overId))}>
          {blocks.map(({ id, isOpen }, index) => (
            <DetailsBlock
              key={id}
              id={id}
              isOpen={isOpen}
              onToggle={() => keep(toggleBlock(blocks, id))}
              onUp={index > 0 ? () => keep(moveBlock(blocks, id, -1)) : null}
              onDown={index < blocks.length - 1 ? () => keep(moveBlock(blocks, id, 1)) : null}
            >
              {/* The block stays, with its menu and its grip; what it says begins anew. */}
              {row ? (
                <Fragment key={row.id}>{CONTENT[id]({ row, url: { open, href } })}</Fragment>
              ) : (
                <BlockSkeleton id={id} />
              )}
            </DetailsBlock>
          ))}
        </CarriedBlocks>
      </div>
    </div>
  );
}

/** A block's placeholder until its conversation is loaded. */
function BlockSkeleton({ id }: { id: BlockId }) {
  return id === "contact" ? <CardSkeleton /> : <Skeleton height={12} my={8} width="60%" />;
}
