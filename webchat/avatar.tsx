/** @jsxImportSource preact */
import { Icon } from "./icons.tsx";

/** A person's picture, or the first letter of their name, or the chat's icon without a name. The name appears next to it. */
export function Avatar({ name, url }: { name: string | null; url: string | null }) {
  return (
    <div class="avatar" aria-hidden="true">
      <span class="letter">{name ? [...name][0]?.toUpperCase() : <Icon name="chat" size={16} />}</span>
      {url ? <img src={url} alt="" onError={(event) => event.currentTarget.remove()} /> : null}
    </div>
  );
}
