import { dayOf, daysAfter, startOfDay } from '#contract/day.ts'
import type { LlmMonth, LlmMonthDetail } from '#contract/llm-bills.ts'
import { pico_per_fen, yuanOfFen } from '#contract/money.ts'
import { presentSums, total } from '#server/domains/llm/bills.presenter.ts'
import { billsRepo, type SumRow } from '#server/domains/llm/bills.repo.ts'
import { key_words } from '#server/domains/llm/bills.service.ts'
import { yuanOfPico } from '#server/domains/llm/cost.policy.ts'
import type { Context } from '#server/http/context.ts'
import { csvDownload } from '#server/http/csv.ts'
import type { Download } from '#server/http/download.ts'

const repoOf = ({ deps }: Context) => billsRepo(deps.database.kysely)

export async function listMonths(ctx: Context): Promise<LlmMonth[]> {
  const rows = await repoOf(ctx).byMonth(ctx.caller.user_id)
  return rows.map(({ month, posted_fen, ...row }) => ({ month, posted: yuanOfFen(BigInt(posted_fen)), ...presentSums(row) }))
}

/** First and last day of a month, `2026-11`, and the first moment after it. */
function spanOf(month: string) {
  const from = `${month}-01`
  // 31 days later it is another month, whichever that is.
  const next = `${daysAfter(from, 31).slice(0, 7)}-01`
  return { from, to: daysAfter(next, -1), began: startOfDay(from), ended: startOfDay(next) }
}

/** Rows with one thing in common as one row, the dearest first. */
function groups<Row extends SumRow>(rows: readonly Row[], of: (row: Row) => string): { first: Row; sums: SumRow }[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(of(row), [...(groups.get(of(row)) ?? []), row])
  return [...groups.values()]
    .map((own) => ({ first: own[0]!, sums: total(own) }))
    .sort((a, b) => Number(BigInt(b.sums.cost_pico) - BigInt(a.sums.cost_pico)))
}

/** What a month cost, exactly, and what of it was posted: the difference is what was carried in and out of it. */
export async function getMonth(ctx: Context, month: string): Promise<LlmMonthDetail> {
  const repo = repoOf(ctx)
  const { user_id } = ctx.caller
  const { from, to, began, ended } = spanOf(month)
  const lines = await repo.lines({ user_id, from, to })
  const [before, after] = [await repo.standingAt(user_id, began), await repo.standingAt(user_id, ended)]
  const carried = ({ cost_pico, posted_fen }: typeof before) => yuanOfPico(cost_pico - posted_fen * pico_per_fen)
  return {
    month,
    ...presentSums(total(lines)),
    posted: yuanOfFen(after.posted_fen - before.posted_fen),
    carried_in: carried(before),
    carried_out: carried(after),
    by_model: groups(lines, ({ model_id }) => model_id).map(({ first, sums }) => ({
      model: first.model_id,
      ...presentSums(sums),
    })),
    by_key: groups(lines, ({ key_id }) => key_id ?? '').map(({ first: { key_id, key_name }, sums }) => ({
      key_id,
      key_name,
      ...presentSums(sums),
    })),
    lines: lines.map((row) => ({ model: row.model_id, key_id: row.key_id, key_name: row.key_name, ...presentSums(row) })),
  }
}

const titles = ['月份', '模型', '密钥', '调用次数', '输入词元', '其中命中缓存', '输出词元', '费用（元）']

export async function exportMonth(ctx: Context, month: string): Promise<Download> {
  const { lines } = await getMonth(ctx, month)
  async function* rows() {
    yield lines.map((line) => [
      month,
      line.model,
      line.key_name ?? key_words.playground,
      String(line.calls),
      String(line.prompt_tokens),
      String(line.cached_tokens),
      String(line.completion_tokens),
      line.cost,
    ])
  }
  return csvDownload(`大模型月账单-${month}-${dayOf(ctx.deps.clock.now())}.csv`, titles, rows())
}
