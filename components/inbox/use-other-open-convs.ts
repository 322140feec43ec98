"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ClientConv } from "./conv-parts.ts";
import type { ConvRow } from "./documents.ts";
import { useInbox } from "./inbox-context.tsx";
import { convsOfClientQuery } from "./queries.ts";

const NONE: ClientConv[] = [];

/** The contact's open conversations besides this one that the viewer may see. None for an ended conversation. */
export function useOtherOpenConvs(row: Pick<ConvRow, "id" | "clientId" | "ended">): ClientConv[] {
  const { workspaceId } = useInbox();
  const { data } = useQuery(convsOfClientQuery(workspaceId, row.clientId));
  return useMemo(
    () => (row.ended || !data ? NONE : data.filter(({ id, ended }) => id !== row.id && !ended)),
    [data, row.id, row.ended],
  );
}
