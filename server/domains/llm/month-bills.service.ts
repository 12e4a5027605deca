import { addDays, toMonthStart, toNextMonth, toShanghaiDay } from '#contract/day.ts'
import type { LlmMonth, LlmMonthDetail } from '#contract/llm-bills.ts'
import { formatFenAsYuan, picoPerFen } from '#contract/money.ts'
import { presentCallSums, sumCallRows } from '#server/domains/llm/bills.presenter.ts'
import type { CallSumRow } from '#server/domains/llm/bills.repo.ts'
import { getBillsRepo, llmKeyLabels } from '#server/domains/llm/bills.service.ts'
import { formatPicoAsYuan } from '#server/domains/llm/cost.policy.ts'
import type { Context } from '#server/http/context.ts'
import { buildCsvDownload } from '#server/http/csv.ts'
import type { Download } from '#server/http/download.ts'

export async function listMonthBills(ctx: Context): Promise<LlmMonth[]> {
  const rows = await getBillsRepo(ctx).byMonth(ctx.caller.user_id)
  return rows.map(({ month, posted_fen: postedFen, ...row }) => ({
    month,
    posted: formatFenAsYuan(BigInt(postedFen)),
    ...presentCallSums(row),
  }))
}

/** Computes the first and last day of a month (`2026-11`), and the moments at which it begins and ends. */
function computeMonthSpan(month: string) {
  const next = toNextMonth(month)
  return { from: `${month}-01`, to: addDays(`${next}-01`, -1), began: toMonthStart(month), ended: toMonthStart(next) }
}

/** Groups rows by a key and sums each group, most expensive first. */
function groupAndSum<Row extends CallSumRow>(rows: readonly Row[], of: (row: Row) => string): { first: Row; sums: CallSumRow }[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(of(row), [...(groups.get(of(row)) ?? []), row])
  return [...groups.values()]
    .map((own) => ({ first: own[0]!, sums: sumCallRows(own) }))
    .sort((a, b) => Number(BigInt(b.sums.cost_pico) - BigInt(a.sums.cost_pico)))
}

/** Returns the exact cost of a month and what was posted of it; the difference is the carry in and out of the month. */
export async function getMonthBill(ctx: Context, month: string): Promise<LlmMonthDetail> {
  const repo = getBillsRepo(ctx)
  const { user_id: userId } = ctx.caller
  const { from, to, began, ended } = computeMonthSpan(month)
  const lines = await repo.lines({ user_id: userId, from, to })
  const [before, after] = [await repo.standingAt(userId, began), await repo.standingAt(userId, ended)]
  const carried = ({ cost_pico: costPico, posted_fen: postedFen }: typeof before) =>
    formatPicoAsYuan(costPico - postedFen * picoPerFen)
  return {
    month,
    ...presentCallSums(sumCallRows(lines)),
    posted: formatFenAsYuan(after.posted_fen - before.posted_fen),
    carried_in: carried(before),
    carried_out: carried(after),
    by_model: groupAndSum(lines, ({ model_id: modelId }) => modelId).map(({ first, sums }) => ({
      model: first.model_id,
      ...presentCallSums(sums),
    })),
    by_key: groupAndSum(lines, ({ key_id: keyId }) => keyId ?? '').map(
      ({ first: { key_id: keyId, key_name: keyName }, sums }) => ({
        key_id: keyId,
        key_name: keyName,
        ...presentCallSums(sums),
      }),
    ),
    lines: lines.map((row) => ({ model: row.model_id, key_id: row.key_id, key_name: row.key_name, ...presentCallSums(row) })),
  }
}

const csvTitles = ['月份', '模型', '密钥', '调用次数', '输入词元', '其中命中缓存', '输出词元', '费用（元）']

export async function exportMonthBill(ctx: Context, month: string): Promise<Download> {
  const { lines } = await getMonthBill(ctx, month)
  async function* rows() {
    yield lines.map((line) => [
      month,
      line.model,
      line.key_name ?? llmKeyLabels.playground,
      String(line.calls),
      String(line.prompt_tokens),
      String(line.cached_tokens),
      String(line.completion_tokens),
      line.cost,
    ])
  }
  return buildCsvDownload(`大模型月账单-${month}-${toShanghaiDay(ctx.deps.clock.now())}.csv`, csvTitles, rows())
}
