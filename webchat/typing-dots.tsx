/** @jsxImportSource preact */
import { Avatar } from "./avatar.tsx";

/** The typing indicator, with a text for screen readers. */
export function TypingDots({ name, label }: { name: string | null; label: string }) {
  return (
    <div class="row theirs first last">
      <Avatar name={name} url={null} />
      <div class="stack">
        <div class="bubble dots" role="img" aria-label={label} title={label}>
          <span />
          <span />
          <span />
        </div>
        <p class="meta">{label}</p>
      </div>
    </div>
  );
}
