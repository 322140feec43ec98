import { ContactPage } from "../../../../../components/contacts/contact-page.tsx";
import { pageTitle } from "../../../../../components/i18n/page-title.ts";
import { paths } from "../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("contact");

export default async function Page({ params }: { params: Promise<{ workspaceId: string; clientId: string }> }) {
  const { workspaceId, clientId } = await params;
  await requirePageSession(paths.signIn(paths.contact(Number(workspaceId), clientId)));
  return <ContactPage clientId={clientId} />;
}
