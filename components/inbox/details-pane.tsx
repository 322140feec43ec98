"use client";

import { ActionIcon, Title } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { ContactCard } from "./contact-card.tsx";
import { ConvFacts } from "./conv-facts.tsx";
import type { ConvRow } from "./documents.ts";
import { PreviousConvs } from "./previous-convs.tsx";
import type { InboxUrl } from "./use-inbox-url.ts";
import classes from "./details.module.css";

/** The contact, the conversation's facts and what was before. */
export function DetailsPane({ row, url, onClose }: { row: ConvRow; url: InboxUrl; onClose: () => void }) {
  return (
    <div className={classes.pane}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          Details
        </Title>
        <ActionIcon variant="subtle" color="gray" aria-label="Close details" onClick={onClose}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.body}>
        <ContactCard key={row.clientId} row={row} />
        <ConvFacts key={row.id} row={row} />
        <PreviousConvs row={row} url={url} />
      </div>
    </div>
  );
}
