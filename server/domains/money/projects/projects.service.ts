import type { Kysely } from 'kysely'
import { toMonthStart, toShanghaiMonth } from '#contract/day.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan, formatMicroAsYuan, parseYuanToFen, parseYuanToMicro } from '#contract/money.ts'
import type { Project, projects } from '#contract/projects.ts'
import type { DB } from '#server/db/types.ts'
import { projectsRepo } from '#server/domains/money/projects/projects.repo.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type Repo = ReturnType<typeof projectsRepo>
type ProjectView = NonNullable<Awaited<ReturnType<Repo['view']>>>
type ProjectForm = HandlerInput<typeof projects.create>['body']

const toYuan = (fen: bigint | null) => (fen === null ? null : formatFenAsYuan(fen))
const toFen = (yuan: string | null) => (yuan === null ? null : parseYuanToFen(yuan))

const present = (row: ProjectView): Project => ({
  id: row.id,
  name: row.name,
  budget: toYuan(row.monthly_fen),
  given: formatFenAsYuan(row.given_fen),
  rest: toYuan(row.monthly_fen === null ? null : row.monthly_fen - row.given_fen),
  spent: formatFenAsYuan(row.spent_fen),
  members: row.members,
  top_ups: formatFenAsYuan(row.top_ups_fen),
  gpus: row.gpus,
  gpus_max: row.gpus_max,
  member_monthly: toYuan(row.member_monthly_fen),
  member_price_max: row.member_price_max_micro === null ? null : formatMicroAsYuan(row.member_price_max_micro),
  member_instances_max: row.member_instances_max,
  created_at: row.created_at.toISOString(),
})

const toColumns = (form: ProjectForm) => ({
  name: form.name,
  monthly_fen: toFen(form.budget),
  gpus_max: form.gpus_max,
  member_monthly_fen: toFen(form.member_monthly),
  member_price_max_micro: form.member_price_max === null ? null : parseYuanToMicro(form.member_price_max),
  member_instances_max: form.member_instances_max,
})

const getMonthStart = ({ deps }: Context) => toMonthStart(toShanghaiMonth(deps.clock.now()))

async function loadProject(db: Kysely<DB>, ctx: Context, id: string): Promise<Project> {
  const row = await projectsRepo(db).view(ctx.caller.user_id, id, getMonthStart(ctx))
  if (!row) throw new Refusal('not_found')
  return present(row)
}

export const getProject = (ctx: Context, id: string) => loadProject(ctx.deps.database.kysely, ctx, id)

export async function listProjects(ctx: Context, query: Parameters<Repo['page']>[2]) {
  const { items, total } = await projectsRepo(ctx.deps.database.kysely).page(ctx.caller.user_id, getMonthStart(ctx), query)
  return { items: items.map(present), total }
}

const toFacts = (form: ProjectForm) =>
  Object.fromEntries(Object.entries(form).map(([field, value]) => [field, value === null ? '' : String(value)]))

/** Locks the master: two requests at once must not both take the last free place, or one name. */
async function lockNames(tx: Tx, masterId: string, name: string, id?: string): Promise<Repo> {
  const repo = projectsRepo(tx.db)
  await repo.lockMaster(masterId)
  const namesake = await repo.named(masterId, name)
  if (namesake && namesake.id !== id) throw createFieldRefusal('name_taken', 'name', '已有同名的项目，请换一个名称')
  return repo
}

export const createProject = (ctx: Context, form: ProjectForm): Promise<Project> =>
  ctx.transaction(async (tx) => {
    const { user_id: masterId } = ctx.caller
    const repo = await lockNames(tx, masterId, form.name)
    if ((await repo.count(masterId)) >= limits.projectsMax) {
      throw new Refusal('too_many', { message: `项目最多 ${limits.projectsMax} 个，请先删除不用的` })
    }
    const id = newId('project')
    await repo.insert({ ...toColumns(form), id, master_id: masterId, created_at: tx.now() })
    ctx.audit({ target_id: id, after: toFacts(form) })
    return loadProject(tx.db, ctx, id)
  })

/** Updates a project. A lower budget or quota takes nothing from members; they get or start nothing more until below it. */
export const updateProject = (ctx: Context, id: string, form: ProjectForm): Promise<Project> =>
  ctx.transaction(async (tx) => {
    await loadProject(tx.db, ctx, id)
    const repo = await lockNames(tx, ctx.caller.user_id, form.name, id)
    await repo.update(id, toColumns(form))
    ctx.audit({ after: toFacts(form) })
    return loadProject(tx.db, ctx, id)
  })

/** Deletes a project that nobody is in and that no directory leads to; the ledger keeps what its members got. */
export const deleteProject = (ctx: Context, id: string) =>
  ctx.transaction(async (tx) => {
    const repo = projectsRepo(tx.db)
    const row = await repo.lockToRemove(ctx.caller.user_id, id)
    if (!row) throw new Refusal('not_found')
    const { members, directories } = await repo.uses(id)
    if (members > 0) throw new Refusal('project_in_use', { message: `项目里还有 ${members} 个子账号，移出或删除后才能删除项目` })
    if (directories > 0)
      throw new Refusal('project_in_use', { message: '还有企业目录让新成员进入这个项目，改到别的项目后才能删除' })
    await repo.update(id, { removed_at: tx.now() })
    ctx.audit({ before: { name: row.name } })
    return null
  })
