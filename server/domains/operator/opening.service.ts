import { type OpeningStep, type OpeningStepRow, openingSteps } from '#contract/operator/opening.ts'
import type { Deps } from '#server/deps.ts'
import { findTestSend, listSmsReceiptAddresses } from '#server/domains/notify/sms-receipts/sms-receipts.service.ts'
import { readOpeningFacts } from '#server/domains/operator/opening.policy.ts'
import { openingRepo } from '#server/domains/operator/opening.repo.ts'
import type { Context } from '#server/http/context.ts'

type Mark = Awaited<ReturnType<ReturnType<typeof openingRepo>['marks']>>[number]

/** What the last test of a step showed; of a message also what its receipt said since. */
async function readTest(
  deps: Deps,
  { step, tested_at: at, test_ok: ok, test_answer: answer }: Mark,
): Promise<OpeningStepRow['test']> {
  if (!at) return null
  const test = { at: at.toISOString(), ok: ok!, answer: answer! }
  const sent = step === 'sms' ? await findTestSend(deps, at) : undefined
  if (!sent || sent.state === 'sent') return sent ? { ...test, answer: `${answer}，等待回执` } : test
  if (sent.state === 'delivered') return { ...test, answer: `${answer}，已送达` }
  return { ...test, ok: false, answer: `${answer}，未送达（回执码 ${sent.error}，含义见服务商控制台）` }
}

/** Lists the steps to the first paid hour; what is done counts as done, skipped or not. */
export async function listOpeningSteps({ deps, caller }: Pick<Context, 'deps' | 'caller'>): Promise<OpeningStepRow[]> {
  const repo = openingRepo(deps.database.kysely)
  const [facts, rows] = [await repo.facts(), await repo.marks()]
  const marks = new Map(rows.map((row) => [row.step, row]))
  const made = new Map(await Promise.all(rows.map(async (row) => [row.step, await readTest(deps, row)] as const)))
  const tests = new Map([...made].flatMap(([step, test]) => (test ? [[step, test.ok] as const] : [])))
  const testable = new Set<OpeningStep>([
    'sms',
    ...(['mail', 'identity', 'wechat', 'llm'] as const).filter((service) => deps[service] !== undefined),
  ])
  const callbacks = caller.role === 'operator_admin' ? listSmsReceiptAddresses(deps) : []
  const read = readOpeningFacts(deps.config, facts, tests)
  return (Object.keys(openingSteps) as OpeningStep[]).map((step) => {
    const { done, note } = read[step]
    const mark = marks.get(step)
    return {
      step,
      state: done ? 'done' : mark?.skipped_at ? 'skipped' : 'todo',
      note,
      testable: testable.has(step),
      test: made.get(step) ?? null,
      callbacks: step === 'sms' ? callbacks : [],
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
