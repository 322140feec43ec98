import { pageTitle } from "../../../../../components/i18n/page-title.ts";
import { ProfilePage } from "../../../../../components/settings/profile-page.tsx";
import { paths } from "../../../../../components/paths.ts";
import { offeredProviders, requirePageSession } from "../../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("profile");

export default async function Page({ params }: { params: Promise<{ workspaceId: string }> }) {
  const { workspaceId } = await params;
  await requirePageSession(paths.signIn(paths.settings(Number(workspaceId))));
  return <ProfilePage providers={await offeredProviders()} />;
}
