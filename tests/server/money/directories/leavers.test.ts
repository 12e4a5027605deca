import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#contract/day.ts'
import { directories } from '#contract/directories.ts'
import { closeLeavers } from '#server/domains/money/directories/leavers.service.ts'
import { stopInstancesOfFrozenUser } from '#server/domains/rentals/instances/forced-stops.service.ts'
import { createFakeDirectories } from '#tests/support/directories/fake-directories.ts'
import { openSchool, type School } from '#tests/support/directories/school.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

const fake = createFakeDirectories()
let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({ directories: fake.port })
})
afterAll(() => platform.close())

const sweep = () => closeLeavers(platform.deps, stopInstancesOfFrozenUser)
const isClosed = async (school: School, userId: string) => (await school.accountOf(userId)).frozen_at !== null

/** Signs some people of an LDAP directory in; returns their accounts by name. */
async function signInAll(school: School, names: readonly string[]): Promise<Map<string, string>> {
  const accounts = new Map<string, string>()
  for (const [nth, name] of names.entries()) {
    fake.add(name, ['vision'])
    const body = { slug: school.slug, username: name, password: 'secret' }
    const { data } = await platform.call(directories.sign_in, { body }, { ip: `10.88.0.${nth + 1}` })
    accounts.set(name, data.userId)
  }
  return accounts
}

describe('decision 113 Who has left an organisation', () => {
  it('is closed within a day where the directory can be asked, and nobody else', async () => {
    const school = await openSchool(platform, fake, { kind: 'ldap' })
    const accounts = await signInAll(school, ['stays', 'leaves'])
    fake.people.delete('leaves')
    await sweep()
    expect(await isClosed(school, accounts.get('leaves')!)).toBe(true)
    expect(await isClosed(school, accounts.get('stays')!)).toBe(false)
  })

  it('is asked for once a day', async () => {
    const school = await openSchool(platform, fake, { kind: 'ldap' })
    const accounts = await signInAll(school, ['today'])
    await sweep()
    fake.people.delete('today')
    await platform.clock.advance(dayMs / 2)
    await sweep()
    expect(await isClosed(school, accounts.get('today')!)).toBe(false)
    await platform.clock.advance(dayMs / 2 + 1)
    await sweep()
    expect(await isClosed(school, accounts.get('today')!)).toBe(true)
  })

  it('is nobody while the directory does not answer, or no longer knows most of its people', async () => {
    const school = await openSchool(platform, fake, { kind: 'ldap' })
    const names = Array.from({ length: 8 }, (_, nth) => `many-${nth}`)
    const accounts = await signInAll(school, names)
    for (const name of names) fake.people.delete(name)
    fake.fail('unavailable')
    await sweep()
    fake.fail(undefined)
    await platform.clock.advance(dayMs + 1)
    await sweep()
    for (const id of accounts.values()) expect(await isClosed(school, id)).toBe(false)
    for (const name of names.slice(3)) fake.add(name, ['vision'])
    await platform.clock.advance(dayMs + 1)
    await sweep()
    const closed = await Promise.all([...accounts.values()].map((id) => isClosed(school, id)))
    expect(closed.filter(Boolean)).toHaveLength(3)
  })

  it('is who has stayed away for as long as is set, where the directory cannot be asked', async () => {
    const school = await openSchool(platform, fake, { absent_days: 30 })
    fake.add('away', ['vision'])
    fake.add('near', ['vision'])
    const away = (await school.signIn('away')).data.userId
    await platform.clock.advance(20 * dayMs)
    const near = (await school.signIn('near')).data.userId
    await platform.clock.advance(11 * dayMs)
    await sweep()
    expect(await isClosed(school, away)).toBe(true)
    expect(await isClosed(school, near)).toBe(false)
    expect((await school.signIn('away')).data.userId).toBe(away)
    expect(await isClosed(school, away)).toBe(false)
  })
})
