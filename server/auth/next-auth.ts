import NextAuth, { type AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import GitHubProvider from "next-auth/providers/github";
import GoogleProvider from "next-auth/providers/google";
import { faultOf } from "../database-away.ts";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { log } from "../log.ts";
import { database } from "../db.ts";
import { currentRequestId } from "../observe/request-context.ts";
import { inEnglish, toWording, type Said } from "../say.ts";
import { addressOf } from "./address.ts";
import { auditPerson, auditPersonRefusal } from "./audit-person.ts";
import { openSession } from "./open-session.ts";
import { connectProvider, userOfProvider } from "./provider-accounts.ts";
import { revokeSession } from "./revoke-session.ts";
import { parseCookie } from "cookie";
import { SESSION_MS, sessionOfCookies, type HeaderReader } from "./session.ts";
import { signIn } from "./sign-in.ts";
import { requiredSso } from "./sso-required.ts";
import { hasTwoFactor, takeCode } from "./two-factor.ts";

/** Error code for the sign-in page when no user has connected this Google or GitHub account. */
const NOT_CONNECTED = "AccountNotConnected";
/** Error code for the sign-in page when the company of the person's email requires single sign-on. */
const SSO_REQUIRED = "SsoRequired";

type Provider = AuthOptions["providers"][number];

/** Single sign-on of a company (server/sso), for one request. */
export type CompanySignIn = {
  /** SsoDomain's id. */
  id: string;
  provider: Provider;
  /**
   * Lets a person in whom the provider has identified.
   * @param claims of the checked ID token.
   * @returns the user, or an error code for the sign-in page.
   */
  enter: (claims: Record<string, unknown>) => Promise<{ userId: string } | { problem: string }>;
};

export type AuthRequest = {
  method: string;
  /** The path segments after /api/auth/. */
  path: string[];
  query: Record<string, string>;
  headers: HeaderReader;
  /** Fields of the JSON or form body; undefined: none. */
  body: Record<string, unknown> | undefined;
  /** The company's provider that the request is for; null: none. */
  company: CompanySignIn | null;
};

/** The response of next-auth. `body` is text, JSON or empty. */
export type AuthAnswer = { status: number; headers: Record<string, string | string[]>; body: unknown };

/** Calls next-auth through its interface for plain requests and responses. A rate-limited sign-in returns 429 with the time to wait. */
export async function askNextAuth({ method, path, query, headers, body, company }: AuthRequest): Promise<AuthAnswer> {
  let refusal: AppError | null = null;
  const answer: AuthAnswer = { status: 200, headers: {}, body: undefined };
  const told = Object.fromEntries(READ_HEADERS.map((name) => [name, headers.get(name) ?? undefined]));
  const request = {
    ...{ method, body, headers: told, cookies: parseCookie(headers.get("cookie") ?? "") },
    query: { ...query, nextauth: path },
  };
  const take = (given: unknown) => void (answer.body = given);
  const response = {
    status(code: number) {
      answer.status = code;
      return response;
    },
    getHeader: (name: string) => answer.headers[name.toLowerCase()],
    setHeader(name: string, value: string | string[]) {
      answer.headers[name.toLowerCase()] = value;
      return response;
    },
    json: take,
    send: take,
    end: () => undefined,
  };
  await nextAuth(request, response, authOptions(headers, { onLimit: (error) => (refusal = error), company }));
  const limited = refusal as AppError | null;
  if (!limited || answer.status !== 401) return answer;
  return { ...answer, status: limited.httpStatus, headers: { ...answer.headers, ...limited.headers } };
}

/** The request headers that next-auth reads. */
const READ_HEADERS = ["host", "user-agent", "x-forwarded-host", "x-forwarded-proto"];

/** For CommonJS modules: a bundler returns the default export, Node returns the module. */
const plain = <T>(module: T): T => (module as { default?: T }).default ?? module;

// next-auth uses only those parts of Next's request and response that `askNextAuth` provides.
const nextAuth = plain(NextAuth) as (request: object, response: object, options: AuthOptions) => Promise<unknown>;
const credentialsProvider = plain(CredentialsProvider);
const googleProvider = plain(GoogleProvider);
const githubProvider = plain(GitHubProvider);

/**
 * The next-auth options for one request. The token only holds ids and is trusted only together with its session row
 * (server/auth/session.ts). The callbacks open and revoke these rows.
 * @param headers of the request: its source address, its browser, and whether a user is already signed in.
 * @param more.onLimit called with the error when a rate limit refuses the sign-in.
 */
export function authOptions(
  headers: HeaderReader,
  {
    onLimit = () => undefined,
    company = null,
  }: { onLimit?: (refusal: AppError) => void; company?: CompanySignIn | null } = {},
): AuthOptions {
  const settings = env();
  /** The user whom the company's provider identified. */
  let entered: string | null = null;
  return {
    secret: settings.NEXTAUTH_SECRET,
    useSecureCookies: settings.APP_URL.startsWith("https:"),
    session: { strategy: "jwt", maxAge: SESSION_MS / 1000 },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    logger: {
      error: (code, metadata) => log.warn({ code, metadata }, "next-auth"),
      warn: (code) => log.debug({ code }, "next-auth"),
      debug: () => undefined,
    },
    providers: [passwordProvider(headers, onLimit), ...outsideProviders(), ...(company ? [company.provider] : [])],
    callbacks: {
      async signIn({ account, profile }) {
        if (!account || account.provider === "credentials") return true;
        if (company && account.provider === company.provider.id) {
          const result = await company.enter({ ...profile }).catch((error: unknown) => {
            ourFault(error);
            return { problem: "OAuthCallback" };
          });
          if ("problem" in result) return `/sign-in?error=${result.problem}`;
          entered = result.userId;
          return true;
        }
        const signedIn = await sessionOfCookies(headers);
        const userId = signedIn?.userId ?? (await userOfProvider(account));
        if (!userId) return `/sign-in?error=${NOT_CONNECTED}`;
        if (await mustUseSso(userId)) return `/sign-in?error=${SSO_REQUIRED}`;
        return !signedIn || (await connectProvider(userId, account)) === userId;
      },
      async jwt({ token, user, account, profile }) {
        if (!user) return token;
        const isOutside = account && account.provider !== "credentials";
        const userId = entered ?? (isOutside ? await userOfProvider(account) : user.id);
        if (!userId) throw new Error("A sign-in without a user passed the signIn callback");
        const sso = company && entered ? { domainId: company.id, sid: sidOf(profile) } : null;
        const sessionId = await openSession(userId, headers.get("user-agent"), sso);
        const after = { with: isOutside ? account.provider : "password" };
        await auditPerson(database(), userId, { action: "signIn", address: addressOf(headers), after });
        return { sub: userId, sessionId };
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sessionId !== "string") return;
        const userId = await revokeSession(token.sessionId);
        if (userId) await auditPerson(database(), userId, { action: "signOut", address: addressOf(headers) });
      },
    },
  };
}

/** The provider's id of the sign-in, by which it can end it; null: it has none. */
function sidOf(profile: object | undefined): string | null {
  const sid: unknown = profile && "sid" in profile ? profile.sid : null;
  return typeof sid === "string" ? sid : null;
}

async function mustUseSso(userId: string): Promise<boolean> {
  const { email } = await database().user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  return (await requiredSso(email, userId)) !== null;
}

function outsideProviders(): Provider[] {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GITHUB_ID, GITHUB_SECRET } = env();
  return [
    ...(GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET
      ? [googleProvider({ clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET })]
      : []),
    ...(GITHUB_ID && GITHUB_SECRET ? [githubProvider({ clientId: GITHUB_ID, clientSecret: GITHUB_SECRET })] : []),
  ];
}

function ourFault(error: unknown): Said {
  const id = currentRequestId();
  log.error({ requestId: id, err: error }, "sign-in failed");
  return faultOf(error, id).said;
}

/** Informs the sign-in page that the password was right, but the second-factor code is missing or wrong. */
class SecondFactorAsked extends Error {}

/** Informs the sign-in page that the company of this email requires single sign-on. */
class SsoAsked extends Error {}

/** Only for password sign-ins: Google and GitHub ask for their own second factor. */
async function askSecondFactor(userId: string, code: string | undefined, address: string): Promise<void> {
  if (!(await hasTwoFactor(userId))) return;
  if (!code) throw new SecondFactorAsked("TwoFactorRequired");
  const taken = await takeCode(userId, code);
  if (taken === "recovery") await auditPerson(database(), userId, { action: "useRecoveryCode", address });
  if (taken !== null) return;
  auditPersonRefusal(userId, { action: "signIn", address }, "UNAUTHENTICATED");
  throw new SecondFactorAsked("TwoFactorWrong");
}

function passwordProvider(headers: HeaderReader, onLimit: (refusal: AppError) => void): Provider {
  return credentialsProvider({
    name: "Password",
    credentials: { email: { type: "email" }, password: { type: "password" }, code: { type: "text" } },
    async authorize(credentials) {
      if (!credentials) return null;
      try {
        const id = await signIn({ ...credentials, address: addressOf(headers) });
        // The page goes on to the company's provider by itself.
        if (await requiredSso(credentials.email, id)) throw new SsoAsked(SSO_REQUIRED);
        if (!id) return null;
        await askSecondFactor(id, credentials.code, addressOf(headers));
        return { id };
      } catch (error) {
        if (error instanceof AppError && error.code === "RATE_LIMITED") onLimit(error);
        // next-auth passes the message of an error thrown here to the page, so only text meant for users may go through.
        if (error instanceof SecondFactorAsked || error instanceof SsoAsked) throw new Error(error.message);
        const said = error instanceof AppError ? error.said : ourFault(error);
        throw new Error(JSON.stringify({ message: inEnglish(said), wording: toWording(said) }));
      }
    },
  });
}
