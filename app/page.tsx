import { redirect } from "next/navigation";
import { NoWorkspace } from "../components/auth/no-workspace.tsx";
import { paths } from "../components/paths.ts";
import { homeWorkspaceId, requirePageSession } from "../server/for-pages.ts";

export default async function HomePage() {
  const workspaceId = await homeWorkspaceId(await requirePageSession(paths.signIn()));
  if (workspaceId === null) return <NoWorkspace />;
  redirect(paths.inbox(workspaceId));
}
