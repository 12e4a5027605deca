import type { Kysely } from 'kysely'
import { toMonthStart, toShanghaiMonth } from '#contract/day.ts'
import { formatFenText } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { projectsRepo } from '#server/domains/money/projects/projects.repo.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'

interface ProjectRest {
  name: string
  budget_fen: bigint
  rest_fen: bigint
}

/**
 * Returns what a project may still give its members this month; undefined if nothing limits it. The master's wallet must be locked:
 * all money of its projects comes from there, so no two members can both take the rest (docs/decisions/112).
 */
export async function findProjectRest(db: Kysely<DB>, projectId: string | null, now: Date): Promise<ProjectRest | undefined> {
  if (projectId === null) return undefined
  const month = toMonthStart(toShanghaiMonth(now))
  const { name, monthly_fen: budgetFen, given_fen: givenFen } = await projectsRepo(db).findBudget(projectId, month)
  if (budgetFen === null) return undefined
  return { name, budget_fen: budgetFen, rest_fen: budgetFen > givenFen ? budgetFen - givenFen : 0n }
}

/** Refuses, at its field, an allocation beyond the rest of the project's budget. */
export async function assertWithinProjectBudget(
  db: Kysely<DB>,
  projectId: string | null,
  amountFen: bigint,
  now: Date,
): Promise<void> {
  const project = await findProjectRest(db, projectId, now)
  if (!project || amountFen <= project.rest_fen) return
  const { name, budget_fen: budgetFen, rest_fen: restFen } = project
  const message = `项目「${name}」本月预算 ¥${formatFenText(budgetFen)}，还剩 ¥${formatFenText(restFen)} 可以划拨`
  throw createFieldRefusal('project_budget', 'amount', message)
}
