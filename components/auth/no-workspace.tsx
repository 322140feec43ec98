"use client";

import { Button } from "@mantine/core";
import { IconBuildingCommunity } from "@tabler/icons-react";
import { signOut } from "next-auth/react";
import { paths } from "../paths.ts";
import { EmptyFace } from "../ui/empty-face.tsx";

/** For a person who was removed from their last workspace, or whose workspace was deleted. */
export function NoWorkspace() {
  return (
    <main style={{ display: "flex", minHeight: "100dvh" }}>
      <div style={{ margin: "auto" }}>
        <EmptyFace
          icon={<IconBuildingCommunity size={24} aria-hidden />}
          title="You have no workspace"
          message="You were removed from it, or it was deleted. Ask its owner for an invitation, or sign out and create your own."
          action={
            <Button onClick={() => void signOut({ callbackUrl: paths.signUp() })} variant="default">
              Sign out
            </Button>
          }
        />
      </div>
    </main>
  );
}
