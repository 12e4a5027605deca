import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDirectories } from '#server/adapters/directories.ts'
import type { DirectoryConnection, DirectorySettings } from '#server/ports/directory.ts'
import { readReturn } from '#tests/support/directories/browser.ts'
import { oidcClient, startOidcProvider } from '#tests/support/directories/oidc-provider.ts'
import { HeldClock } from '#tests/support/held-clock.ts'

const returnUrl = 'http://localhost/sso/callback'
let provider: Awaited<ReturnType<typeof startOidcProvider>>
beforeAll(async () => {
  provider = await startOidcProvider(returnUrl)
  provider.people.set('u-1', { name: '张三', email: 'zhang@school.edu.cn', email_verified: true, groups: ['vision', 'speech'] })
  provider.people.set('u-2', { name: '李四', email: 'li@school.edu.cn', email_verified: false, groups: [] })
})
afterAll(() => provider.close())

function connect(settings: Partial<DirectorySettings> = {}, secret: string = oidcClient.secret): DirectoryConnection {
  return {
    kind: 'oidc',
    secret,
    settings: {
      address: provider.issuer,
      client_id: oidcClient.id,
      scopes: 'openid profile email',
      base_dn: '',
      user_filter: '',
      group_base_dn: '',
      ca: '',
      subject_attribute: '',
      name_attribute: 'name',
      email_attribute: 'email',
      groups_attribute: 'groups',
      ...settings,
    },
  }
}

let visits = 0
function makeVisit({ fresh = false } = {}) {
  visits += 1
  const text = `${visits}`.padStart(43, 'v')
  return { return_url: returnUrl, state: `state-${text}`, nonce: `nonce-${text}`, code_verifier: text, fresh }
}

async function signIn(connection: DirectoryConnection, person: string, visit = makeVisit()) {
  const left = await provider.signIn(await directories.begin(connection, visit), person)
  return directories.finish(connection, visit, readReturn(left).answer)
}

const directories = createDirectories(new HeldClock())

describe('decision 113 OpenID Connect', () => {
  it('gives id, name, verified e-mail and groups', async () => {
    expect(await signIn(connect(), 'u-1')).toEqual({
      subject: 'u-1',
      name: '张三',
      email: 'zhang@school.edu.cn',
      groups: ['vision', 'speech'],
    })
    expect(await signIn(connect(), 'u-2')).toMatchObject({ subject: 'u-2', email: null })
  })

  it('asks for the password again where a fresh proof is wanted, though the browser is still signed in', async () => {
    await signIn(connect(), 'u-1')
    provider.seen.prompts.length = 0
    await signIn(connect(), 'u-1')
    expect(provider.seen.prompts).toEqual([])
    await signIn(connect(), 'u-1', makeVisit({ fresh: true }))
    expect(provider.seen.prompts).toEqual(['login'])
  })

  it('is refused where the person or the provider says no', async () => {
    await expect(signIn(connect(), '', makeVisit({ fresh: true }))).rejects.toMatchObject({ reason: 'refused' })
  })

  it('takes no answer meant for another visit', async () => {
    const [own, other] = [makeVisit(), makeVisit()]
    const left = await provider.signIn(await directories.begin(connect(), other), 'u-1')
    const { answer } = readReturn(left)
    await expect(directories.finish(connect(), own, answer)).rejects.toMatchObject({ reason: 'unfit' })
    const forged = answer.replace(other.state, own.state)
    await expect(directories.finish(connect(), own, forged)).rejects.toMatchObject({ reason: 'refused' })
  })

  it.each(['', 'code=', 'error=%E5%9D%8F&error_description=x', '%', 'code=1&code=2', 'response=jwt'])(
    'answers a return of %j by a fault',
    async (answer) => {
      await expect(directories.finish(connect(), makeVisit(), answer)).rejects.toMatchObject({ name: 'DirectoryFault' })
    },
  )

  it('says that a wrong secret does not fit', async () => {
    const left = connect({}, 'a secret that is not the right one of this client')
    await expect(signIn(left, 'u-1')).rejects.toMatchObject({ reason: 'unfit', message: expect.stringContaining('密钥') })
  })

  it('says that nothing answers, and is found again afterwards', async () => {
    const away = connect({ address: 'http://127.0.0.1:9' })
    await expect(directories.probe(away)).rejects.toMatchObject({ reason: 'unavailable' })
    await expect(directories.probe(connect())).resolves.toContain('已应答')
  })
})
