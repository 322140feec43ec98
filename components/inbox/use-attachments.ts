"use client";

import { useTranslations } from "next-intl";
import { attachmentKind, attachmentProblem } from "./attachments.ts";
import type { Attached } from "./attachments.ts";
import type { Capabilities } from "./documents.ts";
import type { DraftFile } from "./draft-store.ts";
import { useInbox } from "./inbox-context.tsx";
import { uploadMedia } from "./upload-file.ts";
import { useUploads } from "./use-uploads.ts";

export type Attachments = ReturnType<typeof useAttachments>;

/** Files that go with a conversation's next message, as far as its channel takes them. */
export function useAttachments(channel: Capabilities | undefined) {
  const inbox = useTranslations("inbox");
  const { workspaceId } = useInbox();
  const uploads = useUploads({
    problemOf: (file) => (channel ? attachmentProblem(file, channel, inbox) : null),
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
    /** The same as drafts keep them. */
    files: uploads.list.flatMap(({ file, state }): DraftFile[] =>
      state.kind === "ready"
        ? [{ url: state.name, name: file.name, contentType: file.type, sizeBytes: file.size }]
        : [],
    ),
    restoreFiles: (files: readonly DraftFile[]) => uploads.restore(files.map(knownOf)),
    addFiles: (files: readonly DraftFile[]) => uploads.addReady(files.map(knownOf)),
  };
}

function knownOf({ url, name, contentType, sizeBytes }: DraftFile) {
  return { url, facts: { name, type: contentType, size: sizeBytes } };
}
