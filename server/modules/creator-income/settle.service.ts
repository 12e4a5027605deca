import { earnedBy, incomeFen } from '#contract/image-income.ts'
import { yuanOfFen } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { eachApart } from '#server/each-apart.ts'
import { newId } from '#server/ids.ts'
import { post } from '#server/ledger/ledger.ts'
import { incomeByConsumer } from '#server/modules/creator-income/income.policy.ts'
import { monthAfter, monthOf, monthsOver, spanOf } from '#server/modules/creator-income/months.policy.ts'
import { statementsRepo } from '#server/modules/creator-income/statements.repo.ts'
import { usesRepo } from '#server/modules/creator-income/uses.repo.ts'
import { notify } from '#server/modules/notifications/notifications.service.ts'
import { publishChange } from '#server/modules/notifications/stream-outbox.ts'

/**
 * Makes the statements of all months that are over and posts what they come to (docs/decisions/043). Each step commits by
 * itself and is done once, whoever dies in between: a month has one statement of a creator, a statement one posting.
 */
export async function payCreators(deps: Deps): Promise<void> {
  const { kysely } = deps.database
  const now = deps.clock.now()
  const last = await statementsRepo(kysely).lastMonth()
  const first_use = last ? null : await usesRepo(kysely).firstUse()
  const first = last ? monthAfter(last) : first_use && monthOf(first_use)
  for (const month of first ? monthsOver(first, now) : []) if (!(await settleMonth(deps, month))) break
  const settled = await statementsRepo(kysely).settled()
  await eachApart(settled, deps, 'posting a creator statement', (id) => postStatement(deps, id))
}

/** True when everybody has his statement of the month: only then the next one is looked at. */
async function settleMonth(deps: Deps, month: string): Promise<boolean> {
  const uses = usesRepo(deps.database.kysely)
  const span = spanOf(month)
  if (await uses.hasUnsettled(span.to)) return false
  const creators = await uses.creatorsOf(month, span)
  let done = 0
  await eachApart(creators, deps, 'settling a month of a creator', async (creator_id) => {
    await settle(deps, creator_id, month)
    done += 1
  })
  if (done < creators.length) return false
  await statementsRepo(deps.database.kysely).closeMonth(month, deps.clock.now())
  return true
}

/** Writes down what a creator has earned in a month, line by line; nothing where nothing was used. */
const settle = (deps: Deps, creator_id: string, month: string): Promise<void> =>
  deps.database.transaction(async (trx) => {
    const span = spanOf(month)
    const prepaid = await usesRepo(trx).unstated(creator_id, span.to)
    const uses = [...(await usesRepo(trx).charged(creator_id, span)), ...prepaid]
    if (uses.length === 0) return
    const lines = uses.map((use) => ({ ...use, earned: earnedBy(use) }))
    const amount_fen = incomeByConsumer(lines).reduce((sum, { earned }) => sum + incomeFen(earned), 0n)
    const id = newId('statement')
    const row = { id, creator_id, month, state: 'settled', amount_fen, settled_at: deps.clock.now() }
    if (!(await statementsRepo(trx).insert(row))) return
    await statementsRepo(trx).insertLines(lines.map((line) => ({ ...line, statement_id: id })))
    await usesRepo(trx).addStated(prepaid)
  })

const postStatement = (deps: Deps, id: string): Promise<void> =>
  deps.database.transaction(async (trx, afterCommit) => {
    const row = await statementsRepo(trx).lock(id)
    if (row?.state !== 'settled') return
    const { creator_id, month, amount_fen } = row
    const at = deps.clock.now()
    const transaction_id =
      amount_fen > 0n
        ? await post(trx, {
            idem: `creator_income:${creator_id}:${month}`,
            kind: 'creator_income',
            title: `创作收益 ${month}`,
            ref: id,
            at,
            movements: [{ from: 'revenue', to: { user: creator_id, wallet: 'income' }, amount_fen }],
          })
        : null
    if (transaction_id === undefined) throw new Error(`the income of ${id} was posted without its statement`)
    await statementsRepo(trx).post(id, { posted_at: at, transaction_id })
    await notify(trx, afterCommit, deps, {
      user_id: creator_id,
      class: 'balance',
      title: `${month} 的创作收益对账单`,
      content:
        amount_fen > 0n
          ? `${yuanOfFen(amount_fen)} 元已进入收益钱包，可以逐段查看。`
          : '本月别人对你的镜像的使用不足 1 分，没有入账金额。',
      link: '/community/creative-income',
    })
    await publishChange(trx, afterCommit, deps, { user_id: creator_id, resource: 'wallet', id: null })
  })
