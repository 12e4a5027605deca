import type { Kysely } from 'kysely'
import type { directories, OwnDirectory } from '#contract/directories.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { DB } from '#server/db/types.ts'
import { type DirectoryView, directoriesRepo } from '#server/domains/money/directories/directories.repo.ts'
import { findProjectOf } from '#server/domains/money/projects/membership.service.ts'
import type { Context } from '#server/http/context.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

type Rules = HandlerInput<typeof directories.update_rules>['body']

const present = async (db: Kysely<DB>, row: DirectoryView): Promise<OwnDirectory> => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  kind: row.kind as OwnDirectory['kind'],
  enabled: row.enabled,
  people: row.people,
  project_id: row.project_id,
  rules: await directoriesRepo(db).rules(row.id),
})

/** Lists the directories of the caller's organisation; there are a handful at most. */
export async function listOwnDirectories({ deps, caller }: Context): Promise<OwnDirectory[]> {
  const db = deps.database.kysely
  const rows = await directoriesRepo(db).ofMaster(caller.user_id)
  return Promise.all(rows.map((row) => present(db, row)))
}

/** Sets which groups lead to which of the caller's projects. */
export const updateDirectoryRules = (ctx: Context, id: string, { project_id: projectId, rules }: Rules): Promise<OwnDirectory> =>
  ctx.transaction(async (tx) => {
    const repo = directoriesRepo(tx.db)
    const masterId = ctx.caller.user_id
    const row = await repo.lock(id)
    if (row?.master_id !== masterId) throw new Refusal('not_found')
    const nameOf = async (project: string, field: string): Promise<string> => {
      const found = await findProjectOf(tx.db, masterId, project)
      if (!found) throw createFieldRefusal('not_found', field, '这个项目不存在或已删除')
      return found.name
    }
    const others = projectId === null ? '' : await nameOf(projectId, 'project_id')
    const led: string[] = []
    for (const [nth, rule] of rules.entries())
      led.push(`${rule.group} → ${await nameOf(rule.project_id, `rules.${nth}.project_id`)}`)
    await repo.update(id, { project_id: projectId })
    await repo.replaceRules(id, rules)
    ctx.audit({ after: { rules: led.join('；'), others } })
    return present(tx.db, (await repo.view(id))!)
  })
