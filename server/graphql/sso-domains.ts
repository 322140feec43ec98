import { env } from "../env.ts";
import { rulesOf, type RoleRule } from "../sso/access.ts";
import { SSO_PREFIX } from "../sso/company-sign-in.ts";
import { deleteSsoDomain, listSsoDomains, proofOf, saveSsoDomain, verifySsoDomain } from "../sso/sso-domains.ts";
import { builder } from "./builder.ts";
import { section } from "./operation.ts";
import { listOf } from "./pages.ts";
import { Role } from "./viewer.ts";

const SsoRoleRule = builder.objectRef<RoleRule>("SsoRoleRule").implement({
  fields: (t) => ({ value: t.exposeString("value"), role: t.expose("role", { type: Role }) }),
});

const SsoDomain = builder.prismaObject("SsoDomain", {
  description:
    "Single sign-on: a company's own provider (OpenID Connect) signs in the people with an email of its domain.",
  fields: (t) => ({
    id: t.exposeID("id"),
    domain: t.exposeString("domain"),
    issuer: t.exposeString("issuer"),
    clientId: t.exposeString("clientId"),
    defaultRole: t.expose("defaultRole", { type: Role, description: "Of people who come without a seat." }),
    roleClaim: t.exposeString("roleClaim", { nullable: true }),
    roles: t.field({ type: [SsoRoleRule], resolve: rulesOf }),
    isRequired: t.exposeBoolean("isRequired", {
      description: "People of the domain sign in this way only. The owner may still use a password.",
    }),
    verifiedAt: t.expose("verifiedAt", {
      type: "DateTime",
      nullable: true,
      description: "null: nobody can sign in yet.",
    }),
    lastSignInAt: t.expose("lastSignInAt", { type: "DateTime", nullable: true }),
    lastProblem: t.exposeString("lastProblem", {
      nullable: true,
      description: "Why the last sign-in failed at the provider; null: it did not.",
    }),
    recordName: t.string({
      description: "The TXT record to publish, which proves who owns the domain: its name.",
      resolve: (row) => proofOf(row).name,
    }),
    recordValue: t.string({ resolve: (row) => proofOf(row).value }),
    redirectUri: t.string({
      description: "To enter at the provider.",
      resolve: ({ domain }) => `${env().APP_URL}/api/auth/callback/${SSO_PREFIX}${domain}`,
    }),
    logoutUri: t.string({
      description: "To enter at the provider for back-channel logout.",
      resolve: ({ domain }) => `${env().APP_URL}/api/sso/${domain}/logout`,
    }),
  }),
});

const SsoDomainList = listOf(builder, SsoDomain);

const SsoRoleRuleInput = builder.inputType("SsoRoleRuleInput", {
  fields: (t) => ({
    value: t.string({ required: true, description: "What the claim has." }),
    role: t.field({ type: Role, required: true }),
  }),
});

const { query, mutation } = section(builder, "Team");

query("ssoDomains", listSsoDomains, {
  type: SsoDomainList,
  says: "The domains whose people sign in with their company's provider; for the owner.",
  example: {},
  signedIn: true,
});

mutation("saveSsoDomain", saveSsoDomain, {
  type: SsoDomain,
  input: (t) => ({
    domain: t.string({ required: true }),
    issuer: t.string({
      required: true,
      description: "The provider's address; /.well-known/openid-configuration is below it.",
    }),
    clientId: t.string({ required: true }),
    clientSecret: t.string({ description: "Left out: the stored one stays." }),
    defaultRole: t.field({ type: Role, required: true }),
    roleClaim: t.string({
      description:
        "The claim of the ID token with a person's groups, or a path to it (`realm_access.roles`). Left out: roles are given in the portal.",
    }),
    roles: t.field({
      type: [SsoRoleRuleInput],
      description: "At every sign-in, the first whose value the claim has gives the role; none: defaultRole.",
    }),
    isRequired: t.boolean({
      required: true,
      description: "Once somebody has signed in with it. Ends the sign-ins that members made another way.",
    }),
  }),
  inputSays: "Replaces all settings of the domain.",
  says: "Adds single sign-on for a domain, or changes it; for the owner.",
  example: {
    domain: "northlight.example",
    issuer: "https://login.northlight.example",
    clientId: "omnichannel",
    clientSecret: "CLIENT_SECRET",
    defaultRole: "AGENT",
    roleClaim: "groups",
    roles: [{ value: "support-leads", role: "ADMIN" }],
    isRequired: false,
  },
  signedIn: true,
});

mutation("verifySsoDomain", verifySsoDomain, {
  type: SsoDomain,
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "Looks for the domain's TXT record and asks the provider to describe itself; then people of the domain can sign in.",
  example: { id: "SSO_DOMAIN_ID" },
  signedIn: true,
});

mutation("deleteSsoDomain", deleteSsoDomain, {
  type: SsoDomain,
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "Ends single sign-on for a domain, and the sign-ins made with it.",
  example: { id: "SSO_DOMAIN_ID" },
  signedIn: true,
});
