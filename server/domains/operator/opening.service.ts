import { type OpeningStep, type OpeningStepRow, openingSteps } from '#contract/operator/opening.ts'
import { readOpeningFacts } from '#server/domains/operator/opening.policy.ts'
import { openingRepo } from '#server/domains/operator/opening.repo.ts'
import type { Context } from '#server/http/context.ts'

/** Lists the steps to the first paid hour; what is done counts as done, skipped or not. */
export async function listOpeningSteps({ deps }: Pick<Context, 'deps'>): Promise<OpeningStepRow[]> {
  const repo = openingRepo(deps.database.kysely)
  const [facts, rows] = [await repo.facts(), await repo.marks()]
  const marks = new Map(rows.map((row) => [row.step, row]))
  const tests = new Map(rows.flatMap(({ step, test_ok: ok }) => (ok === null ? [] : [[step, ok] as const])))
  const read = readOpeningFacts(deps.config, facts, tests)
  return (Object.keys(openingSteps) as OpeningStep[]).map((step) => {
    const { done, note } = read[step]
    const mark = marks.get(step)
    return {
      step,
      state: done ? 'done' : mark?.skipped_at ? 'skipped' : 'todo',
      note,
      testable: step === 'sms' || (step === 'mail' && deps.mail !== undefined),
      test: mark?.tested_at ? { at: mark.tested_at.toISOString(), ok: mark.test_ok!, answer: mark.test_answer! } : null,
    }
  })
}

/** Marks a step as skipped or takes it up again. */
export async function setStepSkipped(ctx: Context, step: OpeningStep, skipped: boolean): Promise<OpeningStepRow[]> {
  await ctx.transaction(async (tx) => {
    await openingRepo(tx.db).setSkipped(step, skipped ? { at: tx.now(), by: ctx.caller.user_id } : null)
    ctx.audit({ target_id: step })
  })
  return listOpeningSteps(ctx)
}
