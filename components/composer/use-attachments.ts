"use client";

import { useTranslations } from "next-intl";
import { attachmentKind, attachmentProblem, changesGifs, GIF, gifProblem, type Attached } from "./attachments.ts";
import { networkWords } from "../graphql/network-words.ts";
import type { Capabilities } from "../inbox/documents.ts";
import type { DraftFile } from "./draft-store.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { failed } from "../ui/toasts.tsx";
import { uploadMedia, type UploadOptions } from "./upload-file.ts";
import type { Draft } from "./use-draft.ts";
import { NotAccepted, useUploads, type Known } from "./use-uploads.ts";

export type Attachments = ReturnType<typeof useAttachments>;

/**
 * The files for a conversation's next message, as far as its channel accepts them.
 * @param draft of that message. It receives uploads that finish after the agent has left the conversation.
 */
export function useAttachments(channel: Capabilities | undefined, draft: Draft) {
  const t = useTranslations("composer");
  const inbox = useTranslations("inbox");
  const { workspaceId } = useInbox();
  const isChanged = (file: File) => file.type === GIF && channel !== undefined && changesGifs(channel);

  /** A GIF as the channel accepts it. @throws NotAccepted why not, for people; Error if the code for it did not load. */
  async function inOtherForm(gif: File, options: UploadOptions): Promise<File> {
    const { gifInOtherForm } = await import("./gif-in-other-form.ts").catch(() => {
      throw new Error(networkWords("lost"));
    });
    const file = await gifInOtherForm(gif, options).catch(() => {
      throw new NotAccepted(inbox("files.notChanged"));
    });
    const problem = channel ? attachmentProblem(file, channel, inbox) : null;
    if (problem !== null) throw new NotAccepted(problem);
    return file;
  }

  async function uploadChanged(gif: File, { onProgress, signal }: UploadOptions): Promise<Known> {
    const half = (from: number) => ({ onProgress: (share: number) => onProgress(from + share / 2), signal });
    const file = await inOtherForm(gif, half(0));
    return { url: await uploadMedia(workspaceId, file, half(0.5)), facts: file };
  }

  function problemOf(file: File): string | null {
    if (!channel) return null;
    return isChanged(file) ? gifProblem(file, channel, inbox) : attachmentProblem(file, channel, inbox);
  }

  const uploads = useUploads({
    problemOf,
    upload: async (file, options) =>
      isChanged(file)
        ? uploadChanged(file, options)
        : { url: await uploadMedia(workspaceId, file, options), facts: file },
    late: {
      take: (known) => draft.change({ files: [...draft.now().files, draftFileOf(known)] }),
      failed: (name, error) => failed(t("fileLost", { name }), error),
    },
  });
  return {
    ...uploads,
    add: (files: Iterable<File>) => {
      if (channel) uploads.add(files);
    },
    /** The files that can be sent with a message. Refused files stay in the list until they are removed. */
    ready: uploads.list.flatMap(({ file, state }): Attached[] =>
      state.kind === "ready" ? [{ kind: attachmentKind(file.type), url: state.name, name: file.name }] : [],
    ),
    /** The same files in the form that drafts keep. */
    files: uploads.list.flatMap(({ file, state }): DraftFile[] =>
      state.kind === "ready" ? [draftFileOf({ url: state.name, facts: file })] : [],
    ),
    restoreFiles: (files: readonly DraftFile[]) => uploads.restore(files.map(knownOf)),
    /** Adds files of a canned reply. One that the channel does not accept is named instead. */
    addFiles: (files: readonly DraftFile[]) => {
      const known = files.map(knownOf).map((each) => ({
        ...each,
        problem: channel ? attachmentProblem(each.facts, channel, inbox) : null,
      }));
      uploads.addReady(known.filter(({ problem }) => problem === null));
      for (const { facts, problem } of known) if (problem !== null) failed(facts.name, new Error(problem));
    },
  };
}

function draftFileOf({ url, facts: { name, type, size } }: Known): DraftFile {
  return { url, name, contentType: type, sizeBytes: size };
}

function knownOf({ url, name, contentType, sizeBytes }: DraftFile) {
  return { url, facts: { name, type: contentType, size: sizeBytes } };
}
