"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "../graphql/gql-request.ts";
import { paths } from "../paths.ts";
import { ErrorFace } from "../ui/error-face.tsx";
import { viewerQuery } from "./queries.ts";
import { useWorkspaceId } from "./workspace.tsx";

/** Shows the section at once, beside asking who looks; a workspace that is not theirs gets one clear word instead. */
export function Entrance({ children }: { children: ReactNode }) {
  const viewer = useQuery(viewerQuery(useWorkspaceId()));
  // Also when the answer was another one before: a seat that is taken closes the page that is open.
  if (viewer.error instanceof ApiError && viewer.error.code === "FORBIDDEN_WORKSPACE") {
    return (
      <ErrorFace
        title="This workspace is not yours"
        message="It does not exist, or you have no seat in it. Ask its owner for an invitation."
        action={
          <Button component="a" href={paths.home()}>
            Go to your workspace
          </Button>
        }
      />
    );
  }
  if (viewer.data || !viewer.error) return children;
  return (
    <ErrorFace title="The portal could not be opened" error={viewer.error} onRetry={() => void viewer.refetch()} />
  );
}
