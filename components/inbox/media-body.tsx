"use client";

import { Anchor, Skeleton } from "@mantine/core";
import { IconFile, IconFileOff, IconPhotoOff } from "@tabler/icons-react";
import { useState } from "react";
import { fileSize, isSticker } from "./file-words.ts";
import { fileName } from "./message-preview.ts";
import type { Bubble } from "./use-thread.ts";
import parts from "./message-parts.module.css";
import classes from "./thread.module.css";

type MediaType = "image" | "audio" | "video" | "document";

const WORD: Record<MediaType, string> = { image: "Photo", audio: "Audio", video: "Video", document: "Document" };

type Props = { type: MediaType; url: string; media: Bubble["media"] };

/** A picture, sound, film or file, once it is here. What cannot be shown is still there to be opened. */
export function MediaBody({ type, url, media }: Props) {
  const name = media?.fileName ?? fileName(url) ?? WORD[type];
  if (media?.state === "copying") return <Copying name={name} />;
  if (media?.state === "lost") {
    return (
      <span className={parts.lost}>
        <IconFileOff size={20} aria-hidden />
        <span>
          {name} cannot be shown{media.error ? `: ${media.error}` : ""}
        </span>
      </span>
    );
  }
  if (!isSafe(url)) return <span className={classes.text}>{url}</span>;
  // A copy that has come is another picture under the same address.
  return <File key={media?.state} type={type} url={url} name={name} media={media} />;
}

/** The file is on its way from the customer's provider. */
function Copying({ name }: { name: string }) {
  return (
    <span className={parts.copying} role="status">
      <Skeleton height={40} width={40} radius="md" />
      <span>Fetching {name}…</span>
    </span>
  );
}

function File({ type, url, name, media }: Props & { name: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken || type === "document") {
    const Icon = isBroken ? IconPhotoOff : IconFile;
    return (
      <Anchor href={url} target="_blank" rel="noopener noreferrer" className={classes.file}>
        <Icon size={20} aria-hidden />
        <span className={classes.fileName}>
          {name}
          {media?.sizeBytes ? <span className={classes.small}>{fileSize(media.sizeBytes)}</span> : null}
        </span>
      </Anchor>
    );
  }
  const onError = () => setBroken(true);
  if (type === "audio") {
    return (
      <audio controls preload="metadata" src={url} onError={onError} className={classes.audio} aria-label={name} />
    );
  }
  if (type === "video") {
    return (
      <video controls preload="metadata" src={url} onError={onError} className={classes.media} aria-label={name} />
    );
  }
  const isSmall = isSticker(media);
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={isSmall ? "Open the sticker" : "Open the photo"}
    >
      {/* Any host may hold it, so the picture cannot go through an image optimiser that only knows ours. */}
      <img
        src={url}
        alt={isSmall ? "Sticker" : "Photo"}
        loading="lazy"
        onError={onError}
        className={isSmall ? parts.sticker : classes.media}
      />
    </a>
  );
}

/** Web addresses and our own paths; never `javascript:` and the like. */
function isSafe(url: string): boolean {
  if (url.startsWith("/") && !url.startsWith("//")) return true;
  return URL.canParse(url) && ["https:", "http:"].includes(new URL(url).protocol);
}
