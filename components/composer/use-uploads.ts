"use client";

import { randomId } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import type { UploadOptions } from "./upload-file.ts";

/** The parts of a file that are shown. After a reload, the browser no longer has the file itself. */
type FileFacts = Pick<File, "name" | "type" | "size">;

/** A file in the list. `ready` has the uploaded name; `refused`: not accepted; `failed`: can be retried. */
export type Upload = {
  id: string;
  file: FileFacts;
  state:
    | { kind: "uploading"; share: number }
    | { kind: "ready"; name: string }
    | { kind: "refused" | "failed"; why: string };
};

export type Known = { url: string; facts: FileFacts };

/** Thrown by `upload` for a file that trying again does not help. The message is for people. */
export class NotAccepted extends Error {}

type Way = {
  /** The reason, in words, why a file is not accepted. null: it is. Called before the upload. */
  problemOf: (file: File) => string | null;
  /** Returns the file's name in the storage, and what it is there. */
  upload: (file: File, options: UploadOptions) => Promise<Known>;
  /**
   * Receives uploads that finish or fail after the component has unmounted. Without it, unmounting cancels the running uploads.
   */
  late?: { take: (known: Known) => void; failed: (name: string, error: Error) => void };
};

export type Uploads = ReturnType<typeof useUploads>;

/** Files that were chosen, pasted or dropped. They are checked and uploaded at once, and kept until they are used. */
export function useUploads({ problemOf, upload, late }: Way) {
  const [list, setList] = useState<Upload[]>([]);
  const held = useRef(new Map<string, File>());
  const running = useRef(new Map<string, AbortController>());

  const isGone = useRef(false);
  const takesLate = late !== undefined;

  useEffect(() => {
    const controllers = running.current;
    isGone.current = false;
    return () => {
      isGone.current = true;
      if (!takesLate) for (const controller of controllers.values()) controller.abort();
    };
  }, [takesLate]);

  const become = (id: string, state: Upload["state"]) =>
    setList((all) => all.map((item) => (item.id === id ? { ...item, state } : item)));

  async function begin(id: string, file: File): Promise<void> {
    const controller = new AbortController();
    running.current.set(id, controller);
    const onProgress = (share: number) => become(id, { kind: "uploading", share });
    try {
      onProgress(0);
      const known = await upload(file, { onProgress, signal: controller.signal });
      if (isGone.current) late?.take(known);
      else setList((all) => all.map((item) => (item.id === id ? { ...readyUpload(known), id } : item)));
    } catch (error) {
      if (controller.signal.aborted) return;
      if (isGone.current) late?.failed(file.name, error instanceof Error ? error : new Error(String(error)));
      else
        become(id, {
          kind: error instanceof NotAccepted ? "refused" : "failed",
          why: error instanceof Error ? error.message : "",
        });
    } finally {
      running.current.delete(id);
    }
  }

  function add(files: Iterable<File>): void {
    for (const file of files) {
      const id = randomId();
      const why = problemOf(file);
      held.current.set(id, file);
      const state: Upload["state"] = why === null ? { kind: "uploading", share: 0 } : { kind: "refused", why };
      setList((all) => [...all, { id, file, state }]);
      if (why === null) void begin(id, file);
    }
  }

  function remove(id: string): void {
    running.current.get(id)?.abort();
    held.current.delete(id);
    setList((all) => all.filter((item) => item.id !== id));
  }

  function clear(): void {
    for (const controller of running.current.values()) controller.abort();
    setList([]);
  }

  return {
    list,
    add,
    remove,
    retry: ({ id }: Upload) => {
      const file = held.current.get(id);
      if (file) void begin(id, file);
    },
    clear,
    /** Replaces the uploaded files in the list with these. Files that are still uploading stay. */
    restore: (known: readonly Known[]) =>
      setList((all) => [...known.map(readyUpload), ...all.filter(({ state }) => state.kind !== "ready")]),
    /** Adds uploaded files to the list, and keeps all others. */
    addReady: (known: readonly Known[]) => setList((all) => [...all, ...known.map(readyUpload)]),
    /** Whether no file is uploading, refused or failed. */
    isComplete: list.every(({ state }) => state.kind === "ready"),
  };
}

function readyUpload({ url, facts }: Known): Upload {
  return { id: randomId(), file: facts, state: { kind: "ready", name: url } };
}
