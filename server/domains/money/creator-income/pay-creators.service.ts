import { toNextMonth, toShanghaiMonth } from '#contract/day.ts'
import { formatFenText } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import {
  computeAddedIncomeFen,
  computeEarnedMicro,
  computeOwedIncomeFen,
} from '#server/domains/money/creator-income/income.policy.ts'
import { computeMonthSpan, listSettleableMonths } from '#server/domains/money/creator-income/months.policy.ts'
import { creatorStatementsRepo } from '#server/domains/money/creator-income/statements.repo.ts'
import { imageUsesRepo } from '#server/domains/money/creator-income/uses.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { getCoverage } from '#server/ledger/coverage.ts'
import { recordPosting } from '#server/ledger/ledger.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { newId } from '#server/lib/ids.ts'
import { inTransaction } from '#server/tx.ts'

/**
 * Creates the statements of all finished months and posts their income (docs/decisions/043); amounts consumers owe are posted
 * once paid (docs/decisions/054). Each step commits separately and is idempotent if a worker dies in between: one statement per
 * creator and month, one posting per statement, one release per owed line.
 */
export async function payCreators(deps: Deps): Promise<void> {
  const { kysely } = deps.database
  const now = deps.clock.now()
  const last = await creatorStatementsRepo(kysely).lastMonth()
  const firstUse = last ? null : await imageUsesRepo(kysely).firstUse()
  const first = last ? toNextMonth(last) : firstUse && toShanghaiMonth(firstUse)
  for (const month of first ? listSettleableMonths(first, now) : []) if (!(await settleMonth(deps, month))) break
  const settled = await creatorStatementsRepo(kysely).settled()
  await forEachIsolated(settled, deps, 'posting a creator statement', (id) => postStatement(deps, id))
  await releasePaidLines(deps)
}

/** Returns true if every creator has a statement for the month; only then is the next month processed. */
async function settleMonth(deps: Deps, month: string): Promise<boolean> {
  const uses = imageUsesRepo(deps.database.kysely)
  const span = computeMonthSpan(month)
  if (await uses.hasUnsettled(span.to)) return false
  const creators = await uses.creatorsOf(month, span)
  let done = 0
  await forEachIsolated(creators, deps, 'settling a month of a creator', async (creatorId) => {
    await createStatement(deps, creatorId, month)
    done += 1
  })
  if (done < creators.length) return false
  await creatorStatementsRepo(deps.database.kysely).closeMonth(month, deps.clock.now())
  return true
}

/** Writes a creator's statement of a month line by line; writes none if nothing was used. */
const createStatement = (deps: Deps, creatorId: string, month: string): Promise<void> =>
  deps.database.transaction(async (trx) => {
    const span = computeMonthSpan(month)
    const covered = await getCoverage(trx, await imageUsesRepo(trx).consumersOf(creatorId, span))
    const prepaid = await imageUsesRepo(trx).unstated(creatorId, span.to, covered)
    const uses = [...(await imageUsesRepo(trx).charged(creatorId, span, covered)), ...prepaid]
    if (uses.length === 0) return
    const lines = uses.map((use) => ({ ...use, earned: computeEarnedMicro(use) }))
    const amountFen = computeAddedIncomeFen(
      [],
      lines.filter(({ pending }) => !pending),
    )
    const id = newId('statement')
    const row = { id, creator_id: creatorId, month, state: 'settled', amount_fen: amountFen, settled_at: deps.clock.now() }
    if (!(await creatorStatementsRepo(trx).insert(row))) return
    await creatorStatementsRepo(trx).insertLines(lines.map((line) => ({ ...line, statement_id: id })))
    await imageUsesRepo(trx).addStated(prepaid)
  })

const postStatement = (deps: Deps, id: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const row = await creatorStatementsRepo(tx.db).lock(id)
    if (row?.state !== 'settled') return
    const { creator_id: creatorId, month, amount_fen: amountFen } = row
    const at = deps.clock.now()
    const transactionId =
      amountFen > 0n
        ? await recordPosting(tx.db, {
            idem: `creator_income:${creatorId}:${month}`,
            kind: 'creator_income',
            title: `创作收益 ${month}`,
            ref: id,
            at,
            movements: [{ from: 'revenue', to: { user: creatorId, wallet: 'income' }, amount_fen: amountFen }],
          })
        : null
    if (transactionId === undefined) throw new Error(`the income of ${id} was posted without its statement`)
    await creatorStatementsRepo(tx.db).post(id, { posted_at: at, transaction_id: transactionId })
    const due = await creatorStatementsRepo(tx.db).due({ statement_ids: [id] })
    const owedFen = computeOwedIncomeFen(due)
    const received = amountFen > 0n ? `${formatFenText(amountFen)} 元已进入收益钱包，可以逐段查看。` : ''
    const owed = owedFen > 0n ? `${formatFenText(owedFen)} 元待结清，使用者付清欠款后自动入账。` : ''
    const nothing = '本月别人对你的镜像的使用不足 1 分，没有入账金额。'
    await notifyUser(tx, {
      user_id: creatorId,
      class: 'balance',
      title: `${month} 的创作收益对账单`,
      content: `${received}${owed}` || nothing,
      link: '/community/creative-income',
    })
    await publishChange(tx, { user_id: creatorId, resource: 'wallet', id: null })
  })

/** Posts amounts that consumers owed when the month was stated and have paid since. */
async function releasePaidLines(deps: Deps): Promise<void> {
  const { kysely } = deps.database
  const debtors = await creatorStatementsRepo(kysely).debtors()
  const statements = new Map<string, string[]>()
  for (const { statement_id: statementId, consumer_id: consumerId } of debtors)
    statements.set(statementId, [...(statements.get(statementId) ?? []), consumerId])
  await forEachIsolated([...statements], deps, 'releasing what was owed of a creator statement', ([id, consumers]) =>
    releaseStatementLines(deps, id, consumers),
  )
}

const releaseStatementLines = (deps: Deps, statementId: string, consumers: readonly string[]): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const repo = creatorStatementsRepo(tx.db)
    const { creator_id: creatorId, month } = (await repo.lock(statementId))!
    const covered = await getCoverage(tx.db, consumers)
    const paid = (await repo.owedLines(statementId, consumers)).flatMap((line) => {
      const { to_entry: toEntry, short } = covered.get(line.consumer_id)!
      const found = short.get(line.entry_id)
      if (line.entry_id > toEntry || (found && found.owed_fen > 0n)) return []
      const cashFen = found ? (line.charge_fen * found.paid_fen) / line.entry_fen : line.charge_fen
      return [{ ...line, cash_fen: cashFen, earned: computeEarnedMicro({ ...line, cash_fen: cashFen }) }]
    })
    if (paid.length === 0) return
    const amountFen = computeAddedIncomeFen(await repo.earned(statementId), paid)
    const id = newId('release')
    const at = deps.clock.now()
    const transactionId =
      amountFen > 0n
        ? await recordPosting(tx.db, {
            idem: `creator_income:${id}`,
            kind: 'creator_income',
            title: `创作收益 ${month}（欠款付清）`,
            ref: statementId,
            at,
            movements: [{ from: 'revenue', to: { user: creatorId, wallet: 'income' }, amount_fen: amountFen }],
          })
        : null
    await repo.insertRelease(
      { id, statement_id: statementId, amount_fen: amountFen, transaction_id: transactionId, at },
      paid.map(({ id: lineId, cash_fen: cashFen, earned }) => ({ line_id: lineId, release_id: id, cash_fen: cashFen, earned })),
    )
    if (amountFen === 0n) return
    await notifyUser(tx, {
      user_id: creatorId,
      class: 'balance',
      title: `${month} 的待结清收益已入账`,
      content: `使用者付清了欠款，${formatFenText(amountFen)} 元已进入收益钱包。`,
      link: '/community/creative-income',
    })
    await publishChange(tx, { user_id: creatorId, resource: 'wallet', id: null })
  })
