import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type {
  CreatorStatement,
  CreatorStatementDetail,
  CreatorStatementLine,
  creatorIncome,
  VersionIncome,
} from '#contract/creator-income.ts'
import { type StatementState, statementSources } from '#contract/creator-labels.ts'
import { toShanghaiMonth } from '#contract/day.ts'
import type { EndpointData, HandlerResult } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { formatFenAsYuan, formatMicroAsYuan } from '#contract/money.ts'
import type {
  OperatorCreatorStatement,
  OperatorStatementLine,
  operatorCreatorStatements,
} from '#contract/operator/creator-statements.ts'
import type { DB } from '#server/db/types.ts'
import {
  computeAddedIncomeFen,
  computeEarnedMicro,
  computeOwedIncomeFen,
  sumIncomeByVersion,
  sumVersionIncome,
  type VersionIncomeSum,
} from '#server/domains/money/creator-income/income.policy.ts'
import { computeMonthSpan, computeSettlementStart } from '#server/domains/money/creator-income/months.policy.ts'
import {
  type CreatorStatementView,
  creatorStatementsRepo,
  type DueIncomeRow,
  type StatementLineView,
} from '#server/domains/money/creator-income/statements.repo.ts'
import { imageUsesRepo } from '#server/domains/money/creator-income/uses.repo.ts'
import type { Context } from '#server/http/context.ts'
import { buildCsvDownload, loadChunks } from '#server/http/csv.ts'
import type { Download } from '#server/http/download.ts'
import type { Keys } from '#server/keys.ts'
import { getCoverage } from '#server/ledger/coverage.ts'
import { getWalletBalances } from '#server/ledger/ledger.ts'
import { toOpaqueId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'

async function presentVersions(db: Kysely<DB>, sums: readonly VersionIncomeSum[]): Promise<z.input<typeof VersionIncome>[]> {
  const names = await creatorStatementsRepo(db).names(sums.map(({ version_id: versionId }) => versionId))
  return sums.map((sum) => ({
    version_id: sum.version_id,
    image: names.get(sum.version_id)!.name,
    version: names.get(sum.version_id)!.version,
    price_hour: formatMicroAsYuan(sum.price_micro),
    consumers: sum.consumers,
    seconds: Number(sum.seconds),
    amount: formatFenAsYuan(sum.amount_fen),
  }))
}

/** Returns this month's income as a statement made now would show it, and the totals of all statements. */
export async function getIncomeSummary({ deps, caller }: Context): Promise<EndpointData<typeof creatorIncome.summary>> {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const month = toShanghaiMonth(now)
  const span = { from: computeMonthSpan(month).from, to: now }
  const uses = imageUsesRepo(db)
  const covered = await getCoverage(db, await uses.consumersOf(caller.user_id, span))
  const soFar = [...(await uses.charged(caller.user_id, span, covered)), ...(await uses.passing(caller.user_id, span, covered))]
  const lines = soFar.map((use) => ({ ...use, earned: computeEarnedMicro(use) }))
  const paid = lines.filter(({ pending }) => !pending)
  const owed = lines.filter(({ pending }) => pending)
  const sums = sumIncomeByVersion(paid)
  const pendingFen =
    computeAddedIncomeFen(paid, owed) + computeOwedIncomeFen(await creatorStatementsRepo(db).due({ creator_id: caller.user_id }))
  const { settled_fen: settledFen, posted_fen: postedFen } = await creatorStatementsRepo(db).sums(caller.user_id)
  const { income } = await getWalletBalances(db, caller.user_id)
  return {
    month,
    estimate: formatFenAsYuan(sumVersionIncome(sums)),
    pending: formatFenAsYuan(pendingFen),
    versions: await presentVersions(db, sums),
    settled: formatFenAsYuan(settledFen),
    posted: formatFenAsYuan(postedFen),
    income_balance: formatFenAsYuan(income),
    share_percent: limits.creatorSharePercent,
    next_statement_at: computeSettlementStart(month).toISOString(),
  }
}

const present = (row: CreatorStatementView, due: readonly DueIncomeRow[]): z.input<typeof CreatorStatement> => ({
  id: row.id,
  month: row.month,
  state: row.state as StatementState,
  amount: formatFenAsYuan(row.received_fen),
  pending: formatFenAsYuan(computeOwedIncomeFen(due.filter(({ statement_id: statementId }) => statementId === row.id))),
  consumers: row.consumers,
  lines: row.lines,
  settled_at: row.settled_at.toISOString(),
  posted_at: row.posted_at?.toISOString() ?? null,
})

async function presentStatements(
  db: Kysely<DB>,
  rows: readonly CreatorStatementView[],
): Promise<z.input<typeof CreatorStatement>[]> {
  const due = await creatorStatementsRepo(db).due({ statement_ids: rows.map(({ id }) => id) })
  return rows.map((row) => present(row, due))
}

export async function listCreatorStatements(
  { deps, caller }: Context,
  query: Parameters<ReturnType<typeof creatorStatementsRepo>['list']>[1],
) {
  const { items, total } = await creatorStatementsRepo(deps.database.kysely).list(caller.user_id, query)
  return { items: await presentStatements(deps.database.kysely, items), total }
}

async function getOwnStatementRow({ deps, caller }: Context, id: string): Promise<CreatorStatementView> {
  const row = await creatorStatementsRepo(deps.database.kysely).find(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return row
}

async function loadStatementDetail(db: Kysely<DB>, row: CreatorStatementView): Promise<z.input<typeof CreatorStatementDetail>> {
  const versions = await presentVersions(db, sumIncomeByVersion(await creatorStatementsRepo(db).earned(row.id)))
  const [statement] = await presentStatements(db, [row])
  return { ...statement!, versions }
}

export const getCreatorStatement = async (ctx: Context, id: string) =>
  loadStatementDetail(ctx.deps.database.kysely, await getOwnStatementRow(ctx, id))

/** Pseudonym of a consumer for one creator: the same on all their statements, useless anywhere else. */
const maskConsumer = (creatorId: string, { consumer_id: consumerId, nickname }: StatementLineView): string =>
  `${[...nickname][0] ?? ''}** ${createHash('sha256').update(`${creatorId}:${consumerId}`).digest('hex').slice(0, 4)}`

const presentLine = (
  { row_ids: rowIds }: Keys,
  creatorId: string,
  row: StatementLineView,
): z.input<typeof CreatorStatementLine> => ({
  id: toOpaqueId(rowIds, 'line', row.id),
  source: row.segment_id === null ? 'order' : 'usage',
  image: row.name,
  version: row.version,
  consumer: maskConsumer(creatorId, row),
  from: row.from_at.toISOString(),
  to: row.to_at.toISOString(),
  seconds: Number(row.seconds),
  price_hour: formatMicroAsYuan(row.price_micro),
  whole: formatFenAsYuan(row.whole_fen),
  cash: formatFenAsYuan(row.released_cash_fen ?? row.cash_fen),
  earned: String(row.released_earned ?? row.earned),
  amount: formatMicroAsYuan(((row.released_earned ?? row.earned) * BigInt(limits.creatorSharePercent)) / 360_000n),
  pending: row.pending && row.released_at === null,
  released_at: row.released_at?.toISOString() ?? null,
})

type LineQuery = Parameters<ReturnType<typeof creatorStatementsRepo>['lines']>[1]

export async function listStatementLines(ctx: Context, id: string, query: LineQuery) {
  await getOwnStatementRow(ctx, id)
  const { items, total } = await creatorStatementsRepo(ctx.deps.database.kysely).lines(id, query)
  return { items: items.map((row) => presentLine(ctx.deps.keys, ctx.caller.user_id, row)), total }
}

const csvHeaders = [
  '方式',
  '镜像',
  '版本',
  '使用者',
  '从',
  '到',
  '秒数',
  '镜像价格（元/小时）',
  '费用（元）',
  '其中现金（元）',
  '收益（元）',
  '入账',
]

export async function exportCreatorStatement(ctx: Context, id: string): Promise<Download> {
  const { month } = await getOwnStatementRow(ctx, id)
  const repo = creatorStatementsRepo(ctx.deps.database.kysely)
  const cells = (row: StatementLineView): string[] => {
    const line = presentLine(ctx.deps.keys, ctx.caller.user_id, row)
    const times = [line.from, line.to, String(line.seconds)]
    const money = [line.price_hour, line.whole, line.cash, line.amount, line.pending ? '待结清' : '']
    return [statementSources[line.source], line.image, line.version, line.consumer, ...times, ...money]
  }
  const lines = loadChunks(
    (last: bigint | undefined, limit) => repo.linesAfter(id, last, limit),
    (row) => row.id,
    cells,
  )
  return buildCsvDownload(`创作收益-${month}.csv`, csvHeaders, lines)
}

const presentCreator = (row: CreatorStatementView) => ({ creator: { id: row.creator_id, nickname: row.nickname } })

export async function listAllCreatorStatements(
  { deps }: Context,
  query: Parameters<ReturnType<typeof creatorStatementsRepo>['listAll']>[0],
) {
  const { items, total } = await creatorStatementsRepo(deps.database.kysely).listAll(query)
  const shown = await presentStatements(deps.database.kysely, items)
  return {
    items: shown.map((row, nth): z.input<typeof OperatorCreatorStatement> => ({ ...row, ...presentCreator(items[nth]!) })),
    total,
  }
}

async function getAnyStatementRow({ deps }: Context, id: string): Promise<CreatorStatementView> {
  const row = await creatorStatementsRepo(deps.database.kysely).findAny(id)
  if (!row) throw new Refusal('not_found')
  return row
}

export async function getAnyCreatorStatement(
  ctx: Context,
  id: string,
): Promise<HandlerResult<typeof operatorCreatorStatements.get>> {
  const row = await getAnyStatementRow(ctx, id)
  return { ...(await loadStatementDetail(ctx.deps.database.kysely, row)), ...presentCreator(row) }
}

export async function listAnyStatementLines(ctx: Context, id: string, query: LineQuery) {
  const { creator_id: creatorId } = await getAnyStatementRow(ctx, id)
  const { items, total } = await creatorStatementsRepo(ctx.deps.database.kysely).lines(id, query)
  const lines = items.map((row): z.input<typeof OperatorStatementLine> => {
    const { consumer_id: consumerId, instance_id: instanceId, order_id: orderId } = row
    return { ...presentLine(ctx.deps.keys, creatorId, row), consumer_id: consumerId, instance_id: instanceId, order_id: orderId }
  })
  return { items: lines, total }
}
