import { directories } from '#contract/directories.ts'
import { newId } from '#server/lib/ids.ts'
import type { TestCallOptions } from '#tests/support/calls.ts'
import { addDirectory, type DirectoryTraits } from '#tests/support/directories/directories.ts'
import type { createFakeDirectories } from '#tests/support/directories/fake-directories.ts'
import { addPerson, type Person } from '#tests/support/people.ts'
import type { TestPlatform } from '#tests/support/platform.ts'

/** The `state` by which a provider's page is opened. */
export const readState = (url: string): string => new URL(url).searchParams.get('state') ?? ''

let networks = 0

/** Another network for each call: what is counted by network is another test's. */
function comeFromElsewhere(): TestCallOptions {
  networks += 1
  return { ip: `10.77.${networks >> 8}.${networks & 255}` }
}

/** A certified organisation with two projects, whose people sign in by a directory that the test plays. */
export async function openSchool(
  platform: Pick<TestPlatform, 'deps' | 'call'>,
  fake: ReturnType<typeof createFakeDirectories>,
  traits: DirectoryTraits = {},
) {
  const { deps, call } = platform
  const master: Person = await addPerson(platform, { balance: '1000.00' })
  const addProject = async (name: string, memberMonthlyFen: bigint | null = null) => {
    const id = newId('project')
    const row = { id, master_id: master.id, name, member_monthly_fen: memberMonthlyFen, created_at: deps.clock.now() }
    await deps.database.kysely.insertInto('projects').values(row).execute()
    return id
  }
  const [vision, speech] = [await addProject('视觉', 10_000n), await addProject('语音')]
  const slug = `school-${newId('s').slice(2, 10)}`
  const id = await addDirectory(deps, master.id, { slug, ...traits })
  const setRules = async (rules: { group: string; project_id: string }[], projectId: string | null = null) => {
    const rows = rules.map(({ group, project_id: to }, position) => ({
      directory_id: id,
      position,
      group_name: group,
      project_id: to,
    }))
    await deps.database.kysely.deleteFrom('directory_groups').where('directory_id', '=', id).execute()
    if (rows.length) await deps.database.kysely.insertInto('directory_groups').values(rows).execute()
    await deps.database.kysely.updateTable('directories').set({ project_id: projectId }).where('id', '=', id).execute()
  }
  await setRules([
    { group: 'vision', project_id: vision },
    { group: 'speech', project_id: speech },
  ])
  const begin = async () => {
    const { data } = await call(directories.begin, { body: { slug } }, comeFromElsewhere())
    return { browser: data.browser, state: readState(data.url) }
  }
  const finish = (visit: { browser: string; state: string }, subject: string) =>
    call(directories.finish, { body: { ...visit, answer: `code=${subject}&state=${visit.state}` } }, comeFromElsewhere())
  const accountOf = (userId: string) =>
    deps.database.kysely
      .selectFrom('users as u')
      .innerJoin('sub_accounts as s', 's.user_id', 'u.id')
      .select(['u.phone', 'u.nickname', 'u.frozen_at', 'u.frozen_reason', 's.project_id', 's.master_id'])
      .where('u.id', '=', userId)
      .executeTakeFirstOrThrow()
  return {
    id,
    slug,
    master,
    vision,
    speech,
    from: comeFromElsewhere(),
    fake,
    setRules,
    begin,
    finish,
    signIn: async (subject: string) => finish(await begin(), subject),
    accountOf,
  }
}

export type School = Awaited<ReturnType<typeof openSchool>>
