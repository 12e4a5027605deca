import type { z } from 'zod'
import { toShanghaiDay } from '#contract/day.ts'
import { type LlmCallDetail, llmCallStates } from '#contract/llm-bills.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import { presentCall, presentCallSums, sumCallRows } from '#server/domains/llm/bills.presenter.ts'
import { billsRepo, type CallFilters, type EndedCallRow } from '#server/domains/llm/bills.repo.ts'
import { presentTokenPrice } from '#server/domains/llm/models.service.ts'
import type { Context } from '#server/http/context.ts'
import { type CsvExport, type ExportScope, loadChunks } from '#server/http/csv.ts'
import { formatBeijingTime } from '#server/lib/calendar.ts'
import { Refusal } from '#server/lib/refusal.ts'

const daysMax = 366
const dayModelsMax = 4000

export const getBillsRepo = ({ deps }: Context) => billsRepo(deps.database.kysely)
/** Restricts any filters to the caller's own calls. */
const restrictToCaller = ({ caller }: Context, filters: CallFilters): CallFilters => ({ ...filters, user_id: caller.user_id })

export async function listCalls(ctx: Context, query: CallFilters & Parameters<ReturnType<typeof billsRepo>['page']>[1]) {
  const { items, total } = await getBillsRepo(ctx).page(restrictToCaller(ctx, query), query)
  return { items: items.map(presentCall), total }
}

export const sumCalls = async (ctx: Context, filters: CallFilters) =>
  presentCallSums(await getBillsRepo(ctx).sum(restrictToCaller(ctx, filters)))

/** Lists the most recent days that had calls, in chronological order. */
export async function listCallDays(ctx: Context, filters: CallFilters) {
  const rows = await getBillsRepo(ctx).byDay(restrictToCaller(ctx, filters), dayModelsMax + 1)
  const found = [...new Set(rows.map(({ day }) => day))]
  // the oldest day may lack models if the limit cut it
  const days = (rows.length > dayModelsMax ? found.slice(0, -1) : found).slice(0, daysMax).reverse()
  return days.map((day) => {
    const ofDay = rows.filter((row) => row.day === day)
    return {
      day,
      ...presentCallSums(sumCallRows(ofDay)),
      by_model: ofDay.map((row) => ({ model: row.model_id, ...presentCallSums(row) })),
    }
  })
}

export async function listCallSubjects(ctx: Context) {
  const { keys, models } = await getBillsRepo(ctx).subjects(ctx.caller.user_id)
  return { keys: keys.map(({ key_id: keyId, name }) => ({ id: keyId, name })), models }
}

export async function getCall(ctx: Context, id: string): Promise<z.input<typeof LlmCallDetail>> {
  const row = await getBillsRepo(ctx).find(ctx.caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return { ...presentCall(row), price: presentTokenPrice(row), posted: formatFenAsYuan(row.posted_fen) }
}

const csvTitles = [
  '结束时间',
  '密钥',
  '模型',
  '状态',
  '状态码',
  '输入词元',
  '其中命中缓存',
  '输出词元',
  '首字节（毫秒）',
  '总耗时（毫秒）',
  '费用（元）',
  '估计',
  '请求编号',
]
export const llmKeyLabels = { playground: '控制台试用' } as const

const toCsvCells = (row: EndedCallRow): string[] => {
  const call = presentCall(row)
  return [
    formatBeijingTime(new Date(call.at)),
    call.key_name ?? llmKeyLabels.playground,
    call.model,
    llmCallStates[call.state],
    String(call.http_status),
    String(call.prompt_tokens),
    String(call.cached_tokens),
    String(call.completion_tokens),
    call.first_byte_ms === null ? '' : String(call.first_byte_ms),
    String(call.total_ms),
    call.cost,
    call.estimated ? '是' : '',
    call.request_id,
  ]
}

export function buildCallsExport({ deps, user_id: userId, at }: ExportScope, filters: CallFilters): CsvExport {
  const repo = billsRepo(deps.database.kysely)
  const own = { ...filters, user_id: userId }
  return {
    file_name: `大模型调用-${toShanghaiDay(at)}.csv`,
    titles: csvTitles,
    count: (most) => repo.count(own, most),
    chunks: () =>
      loadChunks(
        (last: { ended_at: Date; id: string } | undefined, limit) => repo.before(own, last, limit),
        ({ ended_at: endedAt, id }) => ({ ended_at: endedAt!, id }),
        toCsvCells,
      ),
  }
}
