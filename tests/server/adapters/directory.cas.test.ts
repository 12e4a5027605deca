import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDirectories } from '#server/adapters/directories.ts'
import type { DirectoryConnection } from '#server/ports/directory.ts'
import { readReturn } from '#tests/support/directories/browser.ts'
import { hasCasServer, startCasServer } from '#tests/support/directories/cas-server.ts'
import { HeldClock } from '#tests/support/held-clock.ts'

const connect = (address: string): DirectoryConnection => ({
  kind: 'cas',
  secret: null,
  settings: {
    address,
    client_id: '',
    scopes: '',
    base_dn: '',
    user_filter: '',
    group_base_dn: '',
    ca: '',
    subject_attribute: '',
    name_attribute: 'name',
    email_attribute: 'email',
    groups_attribute: 'groups',
  },
})

const makeVisit = (state: string, fresh = false) => ({
  return_url: 'http://site.example/sso/callback',
  state,
  nonce: '',
  code_verifier: '',
  fresh,
})

const directories = createDirectories(new HeldClock())

describe.runIf(hasCasServer || process.env.REQUIRE_ALL)('decision 113 CAS, a real server', () => {
  let cas: Awaited<ReturnType<typeof startCasServer>>
  beforeAll(async () => {
    cas = await startCasServer()
  })
  afterAll(() => cas?.close())

  it('gives id, name, e-mail and groups', async () => {
    const [connection, visit] = [connect(cas.address), makeVisit('one')]
    const returned = readReturn(await cas.signIn(await directories.begin(connection, visit)))
    expect(returned.state).toBe('one')
    expect(await directories.finish(connection, visit, returned.answer)).toEqual({
      subject: 'zhang',
      name: '张三',
      email: 'zhang@school.edu.cn',
      groups: ['vision', 'all & sundry'],
    })
  })

  it('takes a ticket once, and only for the visit it was given for', async () => {
    const [connection, visit] = [connect(cas.address), makeVisit('two')]
    const { answer } = readReturn(await cas.signIn(await directories.begin(connection, visit)))
    await expect(directories.finish(connection, makeVisit('other'), answer)).rejects.toMatchObject({ reason: 'refused' })
    await expect(directories.finish(connection, visit, answer)).rejects.toMatchObject({ reason: 'refused' })
  })

  it('takes a ticket as fresh only if the password was typed for it', async () => {
    const [connection, visit] = [connect(cas.address), makeVisit('three', true)]
    const { answer } = readReturn(await cas.signIn(await directories.begin(connection, visit)))
    expect(await directories.finish(connection, visit, answer)).toMatchObject({ subject: 'zhang' })
  })

  it('lets nobody in by a wrong password or without a ticket', async () => {
    const connection = connect(cas.address)
    expect(await cas.signIn(await directories.begin(connection, makeVisit('four')), 'wrong')).toBeUndefined()
    await expect(directories.finish(connection, makeVisit('four'), 'state=four')).rejects.toMatchObject({ reason: 'refused' })
  })

  it('is found by a test of its address, and nothing else is', async () => {
    expect(await directories.probe(connect(cas.address))).toContain('已应答')
    await expect(directories.probe(connect(`${cas.address}/elsewhere`))).rejects.toMatchObject({ reason: 'unfit' })
  })
})

describe('decision 113 CAS, a server that misbehaves', () => {
  const answers = [
    ['an entity', '<!DOCTYPE x [<!ENTITY e "x">]><serviceResponse/>', 200, 'unfit'],
    ['no CAS', '<html></html>', 200, 'unfit'],
    ['no user', '<cas:serviceResponse><cas:authenticationSuccess/></cas:serviceResponse>', 200, 'unfit'],
    ['an outage', 'sorry', 502, 'unavailable'],
  ] as const
  it.each(answers)('answers %s by a fault', async (_, body, status, reason) => {
    const server = createServer((_, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const connection = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    try {
      await expect(directories.finish(connection, makeVisit('s'), 'ticket=ST-1')).rejects.toMatchObject({ reason })
    } finally {
      server.close()
    }
  })
})
