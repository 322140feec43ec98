"use client";

import { Anchor } from "@mantine/core";
import { IconFile, IconPhotoOff } from "@tabler/icons-react";
import { useState } from "react";
import { fileName } from "./message-preview.ts";
import classes from "./thread.module.css";

type MediaType = "image" | "audio" | "video" | "document";

const WORD: Record<MediaType, string> = { image: "Photo", audio: "Audio", video: "Video", document: "Document" };

/** A picture, sound, film or file. What cannot be shown is still there to be opened. */
export function MediaBody({ type, url }: { type: MediaType; url: string }) {
  const [isBroken, setBroken] = useState(false);
  if (!isSafe(url)) return <span className={classes.text}>{url}</span>;
  if (isBroken || type === "document") {
    const name = fileName(url) ?? WORD[type];
    const Icon = isBroken ? IconPhotoOff : IconFile;
    return (
      <Anchor href={url} target="_blank" rel="noopener noreferrer" className={classes.file}>
        <Icon size={20} aria-hidden />
        <span className={classes.fileName}>{name}</span>
      </Anchor>
    );
  }
  const onError = () => setBroken(true);
  if (type === "audio")
    return <audio controls preload="metadata" src={url} onError={onError} className={classes.audio} />;
  if (type === "video")
    return <video controls preload="metadata" src={url} onError={onError} className={classes.media} />;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" aria-label="Open the photo">
      {/* Any host may hold it, so the picture cannot go through an image optimiser that only knows ours. */}
      <img src={url} alt="Photo" loading="lazy" onError={onError} className={classes.media} />
    </a>
  );
}

/** Web addresses and our own paths; never `javascript:` and the like. */
function isSafe(url: string): boolean {
  if (url.startsWith("/") && !url.startsWith("//")) return true;
  return URL.canParse(url) && ["https:", "http:"].includes(new URL(url).protocol);
}
