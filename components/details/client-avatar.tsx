import { useWorkspaceId } from "../shell/workspace.tsx";
import { pictureSource } from "../ui/remote-picture.ts";
import { ChannelMark } from "./channel-mark.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import { Face } from "./face.tsx";
import classes from "./client-avatar.module.css";

type Props = {
  clientId: string;
  name: string;
  url: string | null;
  channel?: ConvRow["integrationType"];
  size?: number;
};

/** The contact's picture or initials, with the channel's icon in the corner. */
export function ClientAvatar({ clientId, name, url, channel, size = 40 }: Props) {
  const workspaceId = useWorkspaceId();
  const source = url && pictureSource(workspaceId, { of: "clients", id: clientId }, url);
  return (
    <span className={classes.avatar} aria-hidden>
      <Face name={name} seed={clientId} url={source} size={size} />
      {channel ? (
        <span className={classes.badge}>
          <ChannelMark type={channel} size={16} />
        </span>
      ) : null}
    </span>
  );
}
