/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";
import { linkify } from "./linkify.ts";

/** A person's text with clickable links. Never interpreted as markup. */
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

/** An external link, opened in a new window that learns nothing about where it came from. */
export function Outside(props: { href: string; class?: string; children: ComponentChildren }) {
  return <a {...props} target="_blank" rel="noopener noreferrer nofollow" />;
}
