import type { Kysely } from 'kysely'
import { formatFenAsYuan, formatMicroAsYuan } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { projectsRepo } from '#server/domains/money/projects/projects.repo.ts'
import { topUpLockedAccount } from '#server/domains/money/sub-accounts/monthly-budget.service.ts'
import { openSubAccount } from '#server/domains/money/sub-accounts/open-sub-account.service.ts'
import { subAccountsRepo } from '#server/domains/money/sub-accounts/sub-accounts.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

/** Returns a master's project unless it was removed. */
export async function findProjectOf(
  db: Kysely<DB>,
  masterId: string,
  projectId: string,
): Promise<{ id: string; name: string } | undefined> {
  const project = await projectsRepo(db).find(masterId, projectId)
  return project && { id: project.id, name: project.name }
}

/**
 * Opens a sub-account that has no phone, with the terms the project gives a new member, and tops it up at once as far as the
 * master's spare money and the rest of the project's budget reach. Returns its id. Throws `sub_account_limit`, never for lack of
 * money.
 */
export async function openProjectMember(
  tx: Tx,
  { master_id: masterId, project_id: projectId, name }: { master_id: string; project_id: string; name: string },
): Promise<string> {
  const project = await projectsRepo(tx.db).find(masterId, projectId)
  if (!project) throw new Refusal('not_found')
  const { member_monthly_fen: monthlyFen, member_price_max_micro: priceMaxMicro, member_instances_max: instancesMax } = project
  const id = await openSubAccount(tx, {
    master_id: masterId,
    project_id: projectId,
    holder: 'directory',
    name,
    monthly: monthlyFen === null ? null : formatFenAsYuan(monthlyFen),
    price_max: priceMaxMicro === null ? null : formatMicroAsYuan(priceMaxMicro),
    instances_max: instancesMax,
    amount: null,
  })
  await topUpLockedAccount(tx, (await subAccountsRepo(tx.db).lock(masterId, id))!)
  return id
}

/** Makes a sub-account a member of another project of its master; its own terms stay. */
export async function moveMember(
  tx: Tx,
  { user_id: userId, project_id: projectId }: { user_id: string; project_id: string },
): Promise<void> {
  const masterId = (await subAccountsRepo(tx.db).masters([userId])).get(userId)
  if (masterId === undefined) throw new Refusal('not_found')
  const row = await subAccountsRepo(tx.db).lock(masterId, userId)
  if (!row || !(await projectsRepo(tx.db).keep(masterId, projectId))) throw new Refusal('not_found')
  await subAccountsRepo(tx.db).update(userId, { project_id: projectId })
}
