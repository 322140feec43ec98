/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";
import { linkify } from "./linkify.ts";

/** Words of a person, with their addresses to follow. Never markup. */
export function Text({ text }: { text: string }) {
  return (
    <div class="text" dir="auto">
      {linkify(text).map((part, at) =>
        part.href ? (
          <Outside key={at} href={part.href}>
            {part.text}
          </Outside>
        ) : (
          part.text
        ),
      )}
    </div>
  );
}

/** A way out of the chat: into a window of its own, which learns nothing of where it came from. */
export function Outside(props: { href: string; class?: string; children: ComponentChildren }) {
  return <a {...props} target="_blank" rel="noopener noreferrer nofollow" />;
}
