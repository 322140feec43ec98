"use client";

import { useCallback, useEffect, useRef } from "react";
import { gqlRequest } from "../graphql/gql-request.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { TELL_TYPING } from "../inbox/mutation-documents.ts";

/** Repeat interval while the agent writes. The other side drops the indicator after six seconds. */
const AGAIN_MS = 4_000;

/** Notifies the contact that an agent has started or stopped writing. Failures are ignored. */
export function useNotifyTyping(convId: string): (isTyping: boolean) => void {
  const { workspaceId } = useInbox();
  const notifiedAt = useRef(-Infinity);

  const say = useCallback(
    (isTyping: boolean) => {
      notifiedAt.current = isTyping ? Date.now() : -Infinity;
      gqlRequest(TELL_TYPING, { workspaceId, convId, isTyping }).catch(() => undefined);
    },
    [workspaceId, convId],
  );

  const notify = useCallback(
    (isTyping: boolean) => {
      const wasNotified = notifiedAt.current > -Infinity;
      if (isTyping ? Date.now() - notifiedAt.current >= AGAIN_MS : wasNotified) say(isTyping);
    },
    [say],
  );

  // Leaving the conversation ends typing.
  useEffect(() => () => notify(false), [notify]);
  return notify;
}
