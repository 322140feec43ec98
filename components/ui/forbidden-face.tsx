import { IconLock } from "@tabler/icons-react";
import { EmptyFace } from "./empty-face.tsx";

/** A place that the viewer's role has nothing to do in; they came by its address. */
export function ForbiddenFace() {
  return (
    <EmptyFace
      icon={<IconLock size={24} aria-hidden />}
      title="For owners and admins"
      message="This is for those who manage the workspace. Ask one of them for a change."
    />
  );
}
