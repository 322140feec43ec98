"use client";

import { useEffect, useRef, useState } from "react";
import { attachmentKind, attachmentProblem } from "./attachments.ts";
import type { Attached, AttachmentKind } from "./attachments.ts";
import type { Capabilities } from "./documents.ts";
import { useInbox } from "./inbox-context.tsx";
import { uploadFile } from "./upload-file.ts";

/** A file on its way to a message. `refused`: the channel will not take it; `failed`: it may be tried again. */
export type Attachment = {
  id: string;
  file: File;
  kind: AttachmentKind;
  state:
    { kind: "uploading"; share: number } | { kind: "ready"; url: string } | { kind: "refused" | "failed"; why: string };
};

export type Attachments = ReturnType<typeof useAttachments>;

/** Files that were chosen, pasted or dropped into a conversation: looked at, uploaded at once, and held until they are sent. */
export function useAttachments(channel: Capabilities | undefined) {
  const { workspaceId } = useInbox();
  const [list, setList] = useState<Attachment[]>([]);
  const uploads = useRef(new Map<string, AbortController>());

  useEffect(() => {
    const running = uploads.current;
    return () => {
      for (const controller of running.values()) controller.abort();
    };
  }, []);

  const become = (id: string, state: Attachment["state"]) =>
    setList((all) => all.map((item) => (item.id === id ? { ...item, state } : item)));

  async function upload(id: string, file: File): Promise<void> {
    const controller = new AbortController();
    uploads.current.set(id, controller);
    const onProgress = (share: number) => become(id, { kind: "uploading", share });
    try {
      onProgress(0);
      become(id, {
        kind: "ready",
        url: await uploadFile(workspaceId, file, { onProgress, signal: controller.signal }),
      });
    } catch (error) {
      if (!controller.signal.aborted) become(id, { kind: "failed", why: error instanceof Error ? error.message : "" });
    } finally {
      uploads.current.delete(id);
    }
  }

  function add(files: Iterable<File>): void {
    if (!channel) return;
    for (const file of files) {
      const id = crypto.randomUUID();
      const why = attachmentProblem(file, channel);
      const state: Attachment["state"] = why === null ? { kind: "uploading", share: 0 } : { kind: "refused", why };
      setList((all) => [...all, { id, file, kind: attachmentKind(file.type), state }]);
      if (why === null) void upload(id, file);
    }
  }

  function remove(id: string): void {
    uploads.current.get(id)?.abort();
    setList((all) => all.filter((item) => item.id !== id));
  }

  return {
    list,
    add,
    remove,
    retry: (item: Attachment) => void upload(item.id, item.file),
    clear: () => setList([]),
    /** What can go with a message; those that were refused stay behind until they are taken away. */
    ready: list.flatMap(({ file, kind, state }): Attached[] =>
      state.kind === "ready" ? [{ kind, url: state.url, name: file.name }] : [],
    ),
    isComplete: list.every(({ state }) => state.kind === "ready"),
  };
}
