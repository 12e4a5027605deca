import { once } from 'node:events'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { createBrowser } from '#tests/support/directories/browser.ts'

export const oidcClient = { id: 'zhisuan', secret: 'a secret of the client that is long enough' }

interface OidcPerson {
  name: string
  email: string
  email_verified: boolean
  groups: string[]
}

/** Starts a certified OpenID provider; its people are signed in by name, without a page. */
export async function startOidcProvider(returnUrl: string) {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const issuer = `http://127.0.0.1:${port}`
  const people = new Map<string, OidcPerson>()
  const seen = { prompts: [] as string[] }
  let typed = ''
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: oidcClient.id,
        client_secret: oidcClient.secret,
        redirect_uris: [returnUrl],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email', 'email_verified'] },
    findAccount: (_, id) => {
      const person = people.get(id)
      return person && { accountId: id, claims: () => ({ sub: id, ...person }) }
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['tests only'] },
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 600 },
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({ clientId: oidcClient.id, accountId: ctx.oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response)
    const finish = async () => {
      const { prompt } = await provider.interactionDetails(request, response)
      seen.prompts.push(prompt.name)
      const result = typed ? { login: { accountId: typed } } : { error: 'access_denied' }
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    }
    finish().catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  const browsers = new Map<string, ReturnType<typeof createBrowser>>()
  return {
    issuer,
    people,
    seen,
    /** Whoever is asked for a name and a password from now on types those of this person. */
    typeFor: (person: string) => {
      typed = person
    },
    /** Signs in as a person, or as nobody; returns where the provider sends the browser. Each has one, which stays signed in. */
    signIn: async (url: string, person: string): Promise<string | undefined> => {
      typed = person
      const browser = browsers.get(person) ?? createBrowser()
      browsers.set(person, browser)
      return (await browser.open(url)).left
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
