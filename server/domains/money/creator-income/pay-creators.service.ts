import { yuanOfFen } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { earnedIn, moreFen, owedFen } from '#server/domains/money/creator-income/income.policy.ts'
import { monthAfter, monthOf, monthsOver, spanOf } from '#server/domains/money/creator-income/months.policy.ts'
import { statementsRepo } from '#server/domains/money/creator-income/statements.repo.ts'
import { usesRepo } from '#server/domains/money/creator-income/uses.repo.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { coverageOf } from '#server/ledger/coverage.ts'
import { post } from '#server/ledger/ledger.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { newId } from '#server/lib/ids.ts'
import { inTransaction } from '#server/tx.ts'

/**
 * Makes the statements of all months that are over and posts what they come to (docs/decisions/043); what consumers owe of
 * them is posted when they have paid it (docs/decisions/054). Each step commits by itself and is done once, whoever dies in
 * between: a month has one statement of a creator, a statement one posting, a line that was owed one release.
 */
export async function payCreators(deps: Deps): Promise<void> {
  const { kysely } = deps.database
  const now = deps.clock.now()
  const last = await statementsRepo(kysely).lastMonth()
  const first_use = last ? null : await usesRepo(kysely).firstUse()
  const first = last ? monthAfter(last) : first_use && monthOf(first_use)
  for (const month of first ? monthsOver(first, now) : []) if (!(await settleMonth(deps, month))) break
  const settled = await statementsRepo(kysely).settled()
  await forEachIsolated(settled, deps, 'posting a creator statement', (id) => postStatement(deps, id))
  await releasePaid(deps)
}

/** True when everybody has his statement of the month: only then the next one is looked at. */
async function settleMonth(deps: Deps, month: string): Promise<boolean> {
  const uses = usesRepo(deps.database.kysely)
  const span = spanOf(month)
  if (await uses.hasUnsettled(span.to)) return false
  const creators = await uses.creatorsOf(month, span)
  let done = 0
  await forEachIsolated(creators, deps, 'settling a month of a creator', async (creator_id) => {
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
    const covered = await coverageOf(trx, await usesRepo(trx).consumersOf(creator_id, span))
    const prepaid = await usesRepo(trx).unstated(creator_id, span.to, covered)
    const uses = [...(await usesRepo(trx).charged(creator_id, span, covered)), ...prepaid]
    if (uses.length === 0) return
    const lines = uses.map((use) => ({ ...use, earned: earnedIn(use) }))
    const amount_fen = moreFen(
      [],
      lines.filter(({ pending }) => !pending),
    )
    const id = newId('statement')
    const row = { id, creator_id, month, state: 'settled', amount_fen, settled_at: deps.clock.now() }
    if (!(await statementsRepo(trx).insert(row))) return
    await statementsRepo(trx).insertLines(lines.map((line) => ({ ...line, statement_id: id })))
    await usesRepo(trx).addStated(prepaid)
  })

const postStatement = (deps: Deps, id: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const row = await statementsRepo(tx.db).lock(id)
    if (row?.state !== 'settled') return
    const { creator_id, month, amount_fen } = row
    const at = deps.clock.now()
    const transaction_id =
      amount_fen > 0n
        ? await post(tx.db, {
            idem: `creator_income:${creator_id}:${month}`,
            kind: 'creator_income',
            title: `创作收益 ${month}`,
            ref: id,
            at,
            movements: [{ from: 'revenue', to: { user: creator_id, wallet: 'income' }, amount_fen }],
          })
        : null
    if (transaction_id === undefined) throw new Error(`the income of ${id} was posted without its statement`)
    await statementsRepo(tx.db).post(id, { posted_at: at, transaction_id })
    const due = await statementsRepo(tx.db).due({ statement_ids: [id] })
    const owed_fen = owedFen(due)
    const received = amount_fen > 0n ? `${yuanOfFen(amount_fen)} 元已进入收益钱包，可以逐段查看。` : ''
    const owed = owed_fen > 0n ? `${yuanOfFen(owed_fen)} 元待结清，使用者付清欠款后自动入账。` : ''
    const nothing = '本月别人对你的镜像的使用不足 1 分，没有入账金额。'
    await notify(tx, {
      user_id: creator_id,
      class: 'balance',
      title: `${month} 的创作收益对账单`,
      content: `${received}${owed}` || nothing,
      link: '/community/creative-income',
    })
    await publishChange(tx, { user_id: creator_id, resource: 'wallet', id: null })
  })

/** Posts what consumers owed when a month was stated and have paid since. */
async function releasePaid(deps: Deps): Promise<void> {
  const { kysely } = deps.database
  const debtors = await statementsRepo(kysely).debtors()
  const statements = new Map<string, string[]>()
  for (const { statement_id, consumer_id } of debtors)
    statements.set(statement_id, [...(statements.get(statement_id) ?? []), consumer_id])
  await forEachIsolated([...statements], deps, 'releasing what was owed of a creator statement', ([id, consumers]) =>
    releaseOf(deps, id, consumers),
  )
}

const releaseOf = (deps: Deps, statement_id: string, consumers: readonly string[]): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const repo = statementsRepo(tx.db)
    const { creator_id, month } = (await repo.lock(statement_id))!
    const covered = await coverageOf(tx.db, consumers)
    const paid = (await repo.owedLines(statement_id, consumers)).flatMap((line) => {
      const { to_entry, short } = covered.get(line.consumer_id)!
      const found = short.get(line.entry_id)
      if (line.entry_id > to_entry || (found && found.owed_fen > 0n)) return []
      const cash_fen = found ? (line.charge_fen * found.paid_fen) / line.entry_fen : line.charge_fen
      return [{ ...line, cash_fen, earned: earnedIn({ ...line, cash_fen }) }]
    })
    if (paid.length === 0) return
    const amount_fen = moreFen(await repo.earned(statement_id), paid)
    const id = newId('release')
    const at = deps.clock.now()
    const transaction_id =
      amount_fen > 0n
        ? await post(tx.db, {
            idem: `creator_income:${id}`,
            kind: 'creator_income',
            title: `创作收益 ${month}（欠款付清）`,
            ref: statement_id,
            at,
            movements: [{ from: 'revenue', to: { user: creator_id, wallet: 'income' }, amount_fen }],
          })
        : null
    await repo.insertRelease(
      { id, statement_id, amount_fen, transaction_id, at },
      paid.map(({ id: line_id, cash_fen, earned }) => ({ line_id, release_id: id, cash_fen, earned })),
    )
    if (amount_fen === 0n) return
    await notify(tx, {
      user_id: creator_id,
      class: 'balance',
      title: `${month} 的待结清收益已入账`,
      content: `使用者付清了欠款，${yuanOfFen(amount_fen)} 元已进入收益钱包。`,
      link: '/community/creative-income',
    })
    await publishChange(tx, { user_id: creator_id, resource: 'wallet', id: null })
  })
