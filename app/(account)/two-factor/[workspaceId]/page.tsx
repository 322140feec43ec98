import { notFound, redirect } from "next/navigation";
import { AuthFrame } from "../../../../components/auth/auth-frame.tsx";
import { pageTitle } from "../../../../components/i18n/page-title.ts";
import { Words } from "../../../../components/i18n/words.tsx";
import { paths } from "../../../../components/paths.ts";
import { TwoFactorDue } from "../../../../components/settings/two-factor-due.tsx";
import { namesOf, requirePageSession, twoFactorDue } from "../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("twoFactor");

export default async function Page({ params }: { params: Promise<{ workspaceId: string }> }) {
  const { workspaceId } = await params;
  if (!/^[1-9]\d{0,9}$/.test(workspaceId)) notFound();
  const id = Number(workspaceId);
  await requirePageSession(paths.signIn(paths.twoFactor(id)));
  const person = await twoFactorDue(id);
  if (!person) redirect(paths.inbox(id));
  const { email, workspace } = await namesOf(person, id);
  return (
    <Words of="settings">
      <AuthFrame>
        <TwoFactorDue workspaceId={id} workspaceName={workspace} email={email} />
      </AuthFrame>
    </Words>
  );
}
