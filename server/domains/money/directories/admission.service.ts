import { limits } from '#contract/limits.ts'
import type { StopInstances } from '#server/domains/accounts/users/accounts.service.ts'
import type { DirectoryRow } from '#server/domains/money/directories/connection.service.ts'
import { directoriesRepo } from '#server/domains/money/directories/directories.repo.ts'
import { directoryPeopleRepo } from '#server/domains/money/directories/directory-people.repo.ts'
import { endMembership, resumeMembership } from '#server/domains/money/directories/membership-end.service.ts'
import { findProjectOf, moveMember, openProjectMember } from '#server/domains/money/projects/membership.service.ts'
import type { Context } from '#server/http/context.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { DirectoryPerson } from '#server/ports/directory.ts'
import type { Tx } from '#server/tx.ts'

/** Returns the project of the first rule that one of the groups meets, the directory's own otherwise; null if there is none. */
async function chooseProject(tx: Tx, directory: DirectoryRow, groups: readonly string[]): Promise<string | null> {
  const rules = await directoriesRepo(tx.db).rules(directory.id)
  const wanted = rules.find(({ group }) => groups.includes(group))?.project_id ?? directory.project_id
  const project = wanted && (await findProjectOf(tx.db, directory.master_id, wanted))
  return project ? project.id : null
}

async function open(tx: Tx, directory: DirectoryRow, person: DirectoryPerson, projectId: string): Promise<string> {
  const { subject, name, email } = person
  const userId = await openProjectMember(tx, {
    master_id: directory.master_id,
    project_id: projectId,
    name: name.slice(0, limits.subAccountNameMax),
  })
  await directoryPeopleRepo(tx.db).insert({
    directory_id: directory.id,
    subject,
    user_id: userId,
    name,
    email,
    seen_at: tx.now(),
  })
  return userId
}

/**
 * Returns the account of a person whom the directory vouches for: opens it the first time, and puts it into the project that the
 * groups of today lead to. Somebody whom they lead to none has left (`directory_no_project`).
 */
export async function admitPerson(
  ctx: Context,
  sessions: SessionTokens,
  stopInstances: StopInstances,
  { directory: { id }, person }: { directory: DirectoryRow; person: DirectoryPerson },
): Promise<string> {
  const admitted = await ctx.transaction(async (tx) => {
    const repo = directoriesRepo(tx.db)
    const directory = await repo.lock(id)
    if (!directory?.enabled || !(await repo.isMasterOpen(directory.master_id))) throw new Refusal('directory_off')
    const people = directoryPeopleRepo(tx.db)
    const known = await people.find(id, person.subject)
    const projectId = await chooseProject(tx, directory, person.groups)
    if (projectId === null) {
      if (known && !known.left_at) await endMembership(tx, { sessions, stopInstances }, known.user_id)
      return null
    }
    if (!known) return open(tx, directory, person, projectId)
    if (known.left_at) await resumeMembership(tx, known.user_id)
    if (known.project_id !== projectId) await moveMember(tx, { user_id: known.user_id, project_id: projectId })
    const { name, email } = person
    await people.update(known.user_id, { name, email, seen_at: tx.now(), left_at: null })
    return known.user_id
  })
  // Thrown only here: who has left stays so.
  if (admitted === null) throw new Refusal('directory_no_project')
  return admitted
}
