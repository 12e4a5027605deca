import { dayMs } from '#contract/day.ts'
import type { Deps } from '#server/deps.ts'
import type { StopInstances } from '#server/domains/accounts/users/accounts.service.ts'
import { type DirectoryRow, toConnection } from '#server/domains/money/directories/connection.service.ts'
import { directoriesRepo } from '#server/domains/money/directories/directories.repo.ts'
import { directoryPeopleRepo } from '#server/domains/money/directories/directory-people.repo.ts'
import { endMembership } from '#server/domains/money/directories/membership-end.service.ts'
import { DirectoryFault } from '#server/ports/directory.ts'
import { inTransaction } from '#server/tx.ts'

const sweepEveryMs = dayMs
const batch = 100
/** More than so many leavers of one day, if they are most of the people asked for, are rather a wrong setting. */
const believedLeavers = 5

/** Every node finds a session that has ended by itself, a few seconds later. */
const sessions = { forget: () => undefined }

/** Returns who is no longer in an LDAP directory. Throws `DirectoryFault` if one of them could not be asked for. */
async function findLeavers(deps: Deps, directory: DirectoryRow, signal?: AbortSignal): Promise<string[]> {
  const connection = toConnection(deps, directory)
  const people = directoryPeopleRepo(deps.database.kysely)
  const gone: string[] = []
  let asked = 0
  for (let after = ''; ; ) {
    const some = await people.present(directory.id, after, batch)
    for (const { subject, user_id: userId } of some) {
      signal?.throwIfAborted()
      asked += 1
      if (!(await deps.directories.find(connection, subject))) gone.push(userId)
    }
    const last = some.at(-1)
    if (!last || some.length < batch) break
    after = last.subject
  }
  if (gone.length > believedLeavers && gone.length * 2 > asked) {
    throw new DirectoryFault('unfit', `${asked} 人里有 ${gone.length} 人查不到，像是设置有误，没有停用任何人`)
  }
  return gone
}

/** Returns who has not signed in for as long as the organisation allows. */
async function findAbsent({ database, clock }: Deps, { id, absent_days: days }: DirectoryRow): Promise<string[]> {
  if (days === null) return []
  const since = new Date(clock.now().getTime() - days * dayMs)
  return (await directoryPeopleRepo(database.kysely).absent(id, since, batch)).map(({ user_id: userId }) => userId)
}

/** Once a day, closes the accounts of those whom their directory no longer has, or who have stayed away. */
export async function closeLeavers(deps: Deps, stopInstances: StopInstances, signal?: AbortSignal): Promise<void> {
  const { database, clock, log } = deps
  const before = new Date(clock.now().getTime() - sweepEveryMs)
  for (const directory of await directoriesRepo(database.kysely).dueForSweep(before)) {
    try {
      const gone = directory.kind === 'ldap' ? await findLeavers(deps, directory, signal) : []
      for (const userId of new Set([...gone, ...(await findAbsent(deps, directory))])) {
        await inTransaction(deps, (tx) => endMembership(tx, { sessions, stopInstances }, userId))
      }
    } catch (error) {
      if (!(error instanceof DirectoryFault)) throw error
      log.warn({ directory: directory.slug, failure: error.message }, 'a directory could not be asked for leavers')
    }
    await directoriesRepo(database.kysely).update(directory.id, { swept_at: clock.now() })
  }
}
