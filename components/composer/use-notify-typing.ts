"use client";

import { useCallback, useEffect, useRef } from "react";
import { gqlRequest } from "../graphql/gql-request.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { TELL_TYPING } from "../inbox/mutation-documents.ts";

/** Said again so often while somebody goes on writing: the other side forgets it after six seconds. */
const AGAIN_MS = 4_000;

/** Tells the client that somebody is writing to them, or has stopped. That nobody hears it is no error. */
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

  // Whoever leaves the conversation has stopped.
  useEffect(() => () => notify(false), [notify]);
  return notify;
}
