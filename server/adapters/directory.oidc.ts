import * as oidc from 'openid-client'
import { type DirectoryAttributes, readPerson } from '#server/adapters/directory.attributes.ts'
import type { Clock } from '#server/ports/clock.ts'
import { type DirectoryConnection, DirectoryFault, type VisitedDirectory } from '#server/ports/directory.ts'

const answerTimeoutSeconds = 5
/** How long ago the password may have been typed where it was asked for again. */
const freshSeconds = 300
const discoveryKeptMs = 600_000
const discoveriesKept = 50

/** OAuth's errors by which the provider or its user says no. */
const refusals = new Set(['access_denied', 'login_required', 'interaction_required', 'consent_required', 'invalid_grant'])

const unfitClient = '组织的登录服务不接受平台的请求，请检查客户端、密钥与回调地址'

const listCauses = (error: unknown): Error[] => (error instanceof Error ? [error, ...listCauses(error.cause)] : [])
/** What `fetch` throws where nobody answers, and what stands for an answer that came too late. */
const isSilence = (error: Error): boolean =>
  ['TimeoutError', 'AbortError'].includes(error.name) || (error instanceof TypeError && error.message === 'fetch failed')

function toFault(error: unknown): DirectoryFault {
  if (error instanceof DirectoryFault) return error
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    if (refusals.has(error.error)) return new DirectoryFault('refused', '组织没有同意这次登录，请重新登录')
    // an error code of the standard tells nothing personal, but what a provider invents may
    const code = /^[a-z_]{1,40}$/.test(error.error) ? `（${error.error}）` : ''
    return new DirectoryFault('unfit', unfitClient + code)
  }
  if (error instanceof oidc.WWWAuthenticateChallengeError) return new DirectoryFault('unfit', unfitClient)
  if (listCauses(error).some(isSilence)) return new DirectoryFault('unavailable', '组织的登录服务没有回应')
  return new DirectoryFault('unfit', '组织的登录服务的回答无法使用，请检查地址与设置')
}

const rethrow = (error: unknown): never => {
  throw toFault(error)
}

const isLoopback = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** Reads what a provider says of itself, at most every ten minutes, so that new keys and addresses are found. */
function createDiscovery(clock: Clock) {
  const discoveries = new Map<string, { at: number; config: Promise<oidc.Configuration> }>()
  return ({ settings, secret }: DirectoryConnection): Promise<oidc.Configuration> => {
    const { address, client_id: clientId } = settings
    const key = JSON.stringify([address, clientId, secret])
    const now = clock.now().getTime()
    const kept = discoveries.get(key)
    if (kept && now - kept.at < discoveryKeptMs) return kept.config
    const issuer = new URL(address)
    const authentication = secret === null ? oidc.None() : oidc.ClientSecretBasic(secret)
    const execute = isLoopback(issuer) ? [oidc.allowInsecureRequests] : []
    const config = oidc
      .discovery(issuer, clientId, undefined, authentication, { timeout: answerTimeoutSeconds, execute })
      .catch(rethrow)
    discoveries.delete(key)
    discoveries.set(key, { at: now, config })
    for (const oldest of [...discoveries.keys()].slice(0, -discoveriesKept)) discoveries.delete(oldest)
    config.catch(() => discoveries.delete(key))
    return config
  }
}

/** What the ID token and, where there is one, the provider's page about the person say; the second completes the first. */
async function loadClaims(
  config: oidc.Configuration,
  tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>,
): Promise<DirectoryAttributes & { sub: string }> {
  const claims = tokens.claims()
  if (!claims) throw new DirectoryFault('unfit', '组织没有给出身份令牌，授权范围里要有 openid')
  if (!config.serverMetadata().userinfo_endpoint) return claims
  const info = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
  return { ...claims, ...info, sub: claims.sub }
}

/** OpenID Connect by the authorization code flow with PKCE, state and nonce. */
export function createOidcDirectory(clock: Clock): VisitedDirectory {
  const discover = createDiscovery(clock)
  return {
    begin: async (connection, visit) => {
      const config = await discover(connection)
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: visit.return_url,
        scope: connection.settings.scopes,
        state: visit.state,
        nonce: visit.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(visit.code_verifier),
        code_challenge_method: 'S256',
        ...(visit.fresh && { prompt: 'login', max_age: '0' }),
      })
      return url.href
    },
    finish: async (connection, visit, answer) => {
      const config = await discover(connection)
      const returned = new URL(visit.return_url)
      returned.search = answer
      const checks = {
        expectedState: visit.state,
        expectedNonce: visit.nonce,
        pkceCodeVerifier: visit.code_verifier,
        idTokenExpected: true,
        ...(visit.fresh && { maxAge: freshSeconds }),
      }
      const claims = await oidc
        .authorizationCodeGrant(config, returned, checks)
        .then((tokens) => loadClaims(config, tokens))
        .catch(rethrow)
      const { settings } = connection
      const verified = claims.email_verified !== false && claims.email_verified !== 'false'
      const person = readPerson(claims[settings.subject_attribute || 'sub'], claims, settings)
      return verified ? person : { ...person, email: null }
    },
    probe: async (connection) => {
      const config = await discover(connection)
      return `登录服务已应答，登录页在 ${new URL(config.serverMetadata().authorization_endpoint ?? '').host}`
    },
  }
}
