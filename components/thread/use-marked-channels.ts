"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { channelsQuery } from "../inbox/queries.ts";
import { drawsMarks } from "../messages/text-marks.ts";

/** The ids of the workspace's channels that show marks. For a deleted channel, only the open conversation still knows its type. */
export function useMarkedChannels({ integrationId, integrationType }: ConvRow): ReadonlySet<string> {
  const channels = useQuery(channelsQuery(useInbox().workspaceId)).data;
  return useMemo(() => {
    const known = [...(channels ?? []), { id: integrationId, type: integrationType }];
    return new Set(known.filter(({ type }) => drawsMarks(type)).map(({ id }) => id));
  }, [channels, integrationId, integrationType]);
}
