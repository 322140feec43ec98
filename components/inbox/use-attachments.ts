"use client";

import { attachmentKind, attachmentProblem } from "./attachments.ts";
import type { Attached } from "./attachments.ts";
import type { Capabilities } from "./documents.ts";
import { useInbox } from "./inbox-context.tsx";
import { uploadMedia } from "./upload-file.ts";
import { useUploads } from "./use-uploads.ts";

export type Attachments = ReturnType<typeof useAttachments>;

/** Files that go with a conversation's next message, as far as its channel takes them. */
export function useAttachments(channel: Capabilities | undefined) {
  const { workspaceId } = useInbox();
  const uploads = useUploads({
    problemOf: (file) => (channel ? attachmentProblem(file, channel) : null),
    upload: (file, options) => uploadMedia(workspaceId, file, options),
  });
  return {
    ...uploads,
    add: (files: Iterable<File>) => {
      if (channel) uploads.add(files);
    },
    /** What can go with a message; those that were refused stay behind until they are taken away. */
    ready: uploads.list.flatMap(({ file, state }): Attached[] =>
      state.kind === "ready" ? [{ kind: attachmentKind(file.type), url: state.name, name: file.name }] : [],
    ),
  };
}
