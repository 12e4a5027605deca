import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDirectories } from '#server/adapters/directories.ts'
import type { DirectoryConnection, DirectorySettings } from '#server/ports/directory.ts'
import { ldapCertificate } from '#tests/support/directories/ldap-certificate.ts'
import { hasSlapd, ldapBase, startSlapd } from '#tests/support/directories/slapd.ts'
import { HeldClock } from '#tests/support/held-clock.ts'

const longPassword = 'a password that is far longer than sixteen'

const directories = createDirectories(new HeldClock())

describe.runIf(hasSlapd || process.env.REQUIRE_ALL)('decision 113 LDAP, a real server', () => {
  let ldap: Awaited<ReturnType<typeof startSlapd>>
  beforeAll(async () => {
    ldap = await startSlapd()
    ldap.change(`dn: cn=vision,${ldapBase}
changetype: add
objectClass: groupOfNames
cn: vision
member: uid=zhang,ou=people,${ldapBase}
`)
  })
  afterAll(() => ldap?.close())

  const connect = (settings: Partial<DirectorySettings> = {}, secret = 'searching'): DirectoryConnection => ({
    kind: 'ldap',
    secret,
    settings: {
      address: ldap.address,
      client_id: ldap.administrator.dn,
      scopes: '',
      base_dn: `ou=people,${ldapBase}`,
      user_filter: '(uid={username})',
      group_base_dn: '',
      ca: '',
      subject_attribute: '',
      name_attribute: 'cn',
      email_attribute: 'mail',
      groups_attribute: 'memberOf',
      ...settings,
    },
  })

  it('gives the lasting id, name, e-mail and groups by name and by DN', async () => {
    const person = await directories.checkPassword(connect(), { username: 'zhang', password: longPassword })
    expect(person).toEqual({
      subject: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: '张三',
      email: 'zhang@school.edu.cn',
      groups: [`cn=vision,${ldapBase}`, 'vision'],
    })
    expect(await directories.checkPassword(connect(), { subject: person!.subject, password: longPassword })).toEqual(person)
    expect(await directories.find(connect(), person!.subject)).toEqual(person)
  })

  it('finds groups that name their members', async () => {
    const searched = connect({ groups_attribute: '', group_base_dn: ldapBase })
    const person = await directories.checkPassword(searched, { username: 'zhang', password: longPassword })
    expect(person?.groups).toContain('vision')
  })

  it.each([
    ['a wrong password', 'zhang', 'wrong'],
    ['no password, which would be an anonymous bind', 'zhang', ''],
    ['an unknown name', 'nobody', 'x'],
    ['a name with a wildcard', 'zh*', longPassword],
    ['a name that closes the filter', 'zhang)(uid=*', longPassword],
    ['a name of a byte that ends strings', 'zhang\0', longPassword],
  ])('lets nobody in by %s', async (_, username, password) => {
    expect(await directories.checkPassword(connect(), { username, password })).toBeNull()
  })

  it('takes names with the characters of filters as they are', async () => {
    expect(await directories.checkPassword(connect(), { username: 'li(si)', password: 'short' })).toMatchObject({ name: '李四' })
  })

  it('no longer finds who was removed', async () => {
    ldap.change(`dn: uid=gone,ou=people,${ldapBase}
changetype: add
objectClass: inetOrgPerson
uid: gone
cn: 王五
sn: 王
userPassword: here
`)
    const person = await directories.checkPassword(connect(), { username: 'gone', password: 'here' })
    ldap.change(`dn: uid=gone,ou=people,${ldapBase}
changetype: delete
`)
    expect(await directories.find(connect(), person!.subject)).toBeNull()
  })

  it('says which setting is wrong', async () => {
    const message = (part: string) => ({ reason: 'unfit', message: expect.stringContaining(part) })
    await expect(directories.probe(connect({}, 'wrong'))).rejects.toMatchObject(message('密码'))
    await expect(directories.probe(connect({ base_dn: `ou=none,${ldapBase}` }))).rejects.toMatchObject(message('Base DN'))
    const all = connect({ user_filter: '(|(uid={username})(objectClass=*))' })
    await expect(directories.checkPassword(all, { username: 'zhang', password: 'x' })).rejects.toMatchObject(message('几个人'))
    await expect(directories.probe(connect())).resolves.toContain('可用')
  })

  it('is asked over TLS on another machine, whose certificate must be known', async () => {
    const elsewhere = await startSlapd('127.0.0.2')
    try {
      const { address } = elsewhere
      expect(await directories.probe(connect({ address, ca: ldapCertificate.cert }))).toContain('可用')
      const unknown = { reason: 'unfit', message: expect.stringContaining('证书') }
      await expect(directories.probe(connect({ address }))).rejects.toMatchObject(unknown)
    } finally {
      await elsewhere.close()
    }
  })

  it('says that it does not answer', async () => {
    await ldap.stop()
    await expect(directories.probe(connect())).rejects.toMatchObject({ reason: 'unavailable' })
    await ldap.start()
    await expect(directories.probe(connect())).resolves.toContain('可用')
  })
})
