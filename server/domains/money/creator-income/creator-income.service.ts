import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type {
  CreatorStatement,
  CreatorStatementDetail,
  creator_income,
  StatementLine,
  VersionIncome,
} from '#contract/creator-income.ts'
import { type StatementState, statement_sources } from '#contract/creator-labels.ts'
import type { Answer, DataOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { yuanOfFen, yuanOfMicro } from '#contract/money.ts'
import type {
  OperatorCreatorStatement,
  OperatorStatementLine,
  operator_creator_statements,
} from '#contract/operator/creator-statements.ts'
import type { DB } from '#server/db/types.ts'
import {
  earnedIn,
  incomeByVersion,
  moreFen,
  owedFen,
  totalOf,
  type VersionSum,
} from '#server/domains/money/creator-income/income.policy.ts'
import { monthOf, settlesFrom, spanOf } from '#server/domains/money/creator-income/months.policy.ts'
import {
  type DueRow,
  type LineView,
  type StatementView,
  statementsRepo,
} from '#server/domains/money/creator-income/statements.repo.ts'
import { usesRepo } from '#server/domains/money/creator-income/uses.repo.ts'
import type { Context } from '#server/http/context.ts'
import { chunksOf, csvDownload } from '#server/http/csv.ts'
import type { Download } from '#server/http/download.ts'
import type { Keys } from '#server/keys.ts'
import { coverageOf } from '#server/ledger/coverage.ts'
import { walletBalances } from '#server/ledger/ledger.ts'
import { opaqueId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'

async function presentVersions(db: Kysely<DB>, sums: readonly VersionSum[]): Promise<z.input<typeof VersionIncome>[]> {
  const names = await statementsRepo(db).names(sums.map(({ version_id }) => version_id))
  return sums.map((sum) => ({
    version_id: sum.version_id,
    image: names.get(sum.version_id)!.name,
    version: names.get(sum.version_id)!.version,
    price_hour: yuanOfMicro(sum.price_micro),
    consumers: sum.consumers,
    seconds: Number(sum.seconds),
    amount: yuanOfFen(sum.amount_fen),
  }))
}

/** This month so far as it would be stated now, and what all statements have come to. */
export async function incomeSummary({ deps, caller }: Context): Promise<DataOf<typeof creator_income.summary>> {
  const db = deps.database.kysely
  const now = deps.clock.now()
  const month = monthOf(now)
  const span = { from: spanOf(month).from, to: now }
  const uses = usesRepo(db)
  const covered = await coverageOf(db, await uses.consumersOf(caller.user_id, span))
  const so_far = [...(await uses.charged(caller.user_id, span, covered)), ...(await uses.passing(caller.user_id, span, covered))]
  const lines = so_far.map((use) => ({ ...use, earned: earnedIn(use) }))
  const paid = lines.filter(({ pending }) => !pending)
  const owed = lines.filter(({ pending }) => pending)
  const sums = incomeByVersion(paid)
  const pending_fen = moreFen(paid, owed) + owedFen(await statementsRepo(db).due({ creator_id: caller.user_id }))
  const { settled_fen, posted_fen } = await statementsRepo(db).sums(caller.user_id)
  const { income } = await walletBalances(db, caller.user_id)
  return {
    month,
    estimate: yuanOfFen(totalOf(sums)),
    pending: yuanOfFen(pending_fen),
    versions: await presentVersions(db, sums),
    settled: yuanOfFen(settled_fen),
    posted: yuanOfFen(posted_fen),
    income_balance: yuanOfFen(income),
    share_percent: limits.creator_share_percent,
    next_statement_at: settlesFrom(month).toISOString(),
  }
}

const present = (row: StatementView, due: readonly DueRow[]): z.input<typeof CreatorStatement> => ({
  id: row.id,
  month: row.month,
  state: row.state as StatementState,
  amount: yuanOfFen(row.received_fen),
  pending: yuanOfFen(owedFen(due.filter(({ statement_id }) => statement_id === row.id))),
  consumers: row.consumers,
  lines: row.lines,
  settled_at: row.settled_at.toISOString(),
  posted_at: row.posted_at?.toISOString() ?? null,
})

async function presentAll(db: Kysely<DB>, rows: readonly StatementView[]): Promise<z.input<typeof CreatorStatement>[]> {
  const due = await statementsRepo(db).due({ statement_ids: rows.map(({ id }) => id) })
  return rows.map((row) => present(row, due))
}

export async function listStatements({ deps, caller }: Context, query: Parameters<ReturnType<typeof statementsRepo>['list']>[1]) {
  const { items, total } = await statementsRepo(deps.database.kysely).list(caller.user_id, query)
  return { items: await presentAll(deps.database.kysely, items), total }
}

async function ownStatement({ deps, caller }: Context, id: string): Promise<StatementView> {
  const row = await statementsRepo(deps.database.kysely).find(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return row
}

async function detailOf(db: Kysely<DB>, row: StatementView): Promise<z.input<typeof CreatorStatementDetail>> {
  const versions = await presentVersions(db, incomeByVersion(await statementsRepo(db).earned(row.id)))
  const [statement] = await presentAll(db, [row])
  return { ...statement!, versions }
}

export const getStatement = async (ctx: Context, id: string) => detailOf(ctx.deps.database.kysely, await ownStatement(ctx, id))

/** A consumer as the creator sees him: the same on all his statements, and of no use anywhere else. */
const masked = (creator_id: string, { consumer_id, nickname }: LineView): string =>
  `${[...nickname][0] ?? ''}** ${createHash('sha256').update(`${creator_id}:${consumer_id}`).digest('hex').slice(0, 4)}`

const presentLine = ({ row_ids }: Keys, creator_id: string, row: LineView): z.input<typeof StatementLine> => ({
  id: opaqueId(row_ids, 'line', row.id),
  source: row.segment_id === null ? 'order' : 'usage',
  image: row.name,
  version: row.version,
  consumer: masked(creator_id, row),
  from: row.from_at.toISOString(),
  to: row.to_at.toISOString(),
  seconds: Number(row.seconds),
  price_hour: yuanOfMicro(row.price_micro),
  whole: yuanOfFen(row.whole_fen),
  cash: yuanOfFen(row.released_cash_fen ?? row.cash_fen),
  earned: String(row.released_earned ?? row.earned),
  amount: yuanOfMicro(((row.released_earned ?? row.earned) * BigInt(limits.creator_share_percent)) / 360_000n),
  pending: row.pending && row.released_at === null,
  released_at: row.released_at?.toISOString() ?? null,
})

type LineQuery = Parameters<ReturnType<typeof statementsRepo>['lines']>[1]

export async function listLines(ctx: Context, id: string, query: LineQuery) {
  await ownStatement(ctx, id)
  const { items, total } = await statementsRepo(ctx.deps.database.kysely).lines(id, query)
  return { items: items.map((row) => presentLine(ctx.deps.keys, ctx.caller.user_id, row)), total }
}

const titles = [
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

export async function exportStatement(ctx: Context, id: string): Promise<Download> {
  const { month } = await ownStatement(ctx, id)
  const repo = statementsRepo(ctx.deps.database.kysely)
  const cells = (row: LineView): string[] => {
    const line = presentLine(ctx.deps.keys, ctx.caller.user_id, row)
    const times = [line.from, line.to, String(line.seconds)]
    const money = [line.price_hour, line.whole, line.cash, line.amount, line.pending ? '待结清' : '']
    return [statement_sources[line.source], line.image, line.version, line.consumer, ...times, ...money]
  }
  async function* lines() {
    const chunks = chunksOf(
      (last: bigint | undefined, limit) => repo.linesAfter(id, last, limit),
      (row) => row.id,
    )
    for await (const rows of chunks) yield rows.map(cells)
  }
  return csvDownload(`创作收益-${month}.csv`, titles, lines())
}

const withCreator = (row: StatementView) => ({ creator: { id: row.creator_id, nickname: row.nickname } })

export async function listAllStatements({ deps }: Context, query: Parameters<ReturnType<typeof statementsRepo>['listAll']>[0]) {
  const { items, total } = await statementsRepo(deps.database.kysely).listAll(query)
  const shown = await presentAll(deps.database.kysely, items)
  return {
    items: shown.map((row, nth): z.input<typeof OperatorCreatorStatement> => ({ ...row, ...withCreator(items[nth]!) })),
    total,
  }
}

async function anyStatement({ deps }: Context, id: string): Promise<StatementView> {
  const row = await statementsRepo(deps.database.kysely).findAny(id)
  if (!row) throw new Refusal('not_found')
  return row
}

export async function getAnyStatement(ctx: Context, id: string): Promise<Answer<typeof operator_creator_statements.get>> {
  const row = await anyStatement(ctx, id)
  return { ...(await detailOf(ctx.deps.database.kysely, row)), ...withCreator(row) }
}

export async function listAnyLines(ctx: Context, id: string, query: LineQuery) {
  const { creator_id } = await anyStatement(ctx, id)
  const { items, total } = await statementsRepo(ctx.deps.database.kysely).lines(id, query)
  const lines = items.map((row): z.input<typeof OperatorStatementLine> => {
    const { consumer_id, instance_id, order_id } = row
    return { ...presentLine(ctx.deps.keys, creator_id, row), consumer_id, instance_id, order_id }
  })
  return { items: lines, total }
}
