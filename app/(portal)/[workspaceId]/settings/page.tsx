import type { Metadata } from "next";
import { ProfilePage } from "../../../../components/settings/profile-page.tsx";
import { paths } from "../../../../components/paths.ts";
import { offeredProviders, requirePageSession } from "../../../../server/auth/page-session.ts";

export const metadata: Metadata = { title: "Profile" };

export default async function Page({ params }: { params: Promise<{ workspaceId: string }> }) {
  const { workspaceId } = await params;
  await requirePageSession(paths.signIn(paths.settings(Number(workspaceId))));
  return <ProfilePage providers={offeredProviders()} />;
}
