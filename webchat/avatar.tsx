/** @jsxImportSource preact */
import { Icon } from "./icons.tsx";

/** Somebody's picture, or the first letter of their name; the chat's mark for whoever has none. The name stands beside it. */
export function Avatar({ name, url }: { name: string | null; url: string | null }) {
  return (
    <div class="avatar" aria-hidden="true">
      <span class="letter">{name ? [...name][0]?.toUpperCase() : <Icon name="chat" size={16} />}</span>
      {url ? <img src={url} alt="" onError={(event) => event.currentTarget.remove()} /> : null}
    </div>
  );
}
