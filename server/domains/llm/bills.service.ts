import type { z } from 'zod'
import { dayOf } from '#contract/day.ts'
import { type LlmCallDetail, llm_call_states } from '#contract/llm-bills.ts'
import { yuanOfFen } from '#contract/money.ts'
import { presentCall, presentSums } from '#server/domains/llm/bills.presenter.ts'
import { billsRepo, type CallFilters, type EndedRow } from '#server/domains/llm/bills.repo.ts'
import { pricesOf } from '#server/domains/llm/models.service.ts'
import type { Context } from '#server/http/context.ts'
import { chunksOf, csvDownload } from '#server/http/csv.ts'
import type { Download } from '#server/http/download.ts'
import { formatBeijingTime } from '#server/lib/calendar.ts'
import { Refusal } from '#server/lib/refusal.ts'

const days_max = 366

const repoOf = ({ deps }: Context) => billsRepo(deps.database.kysely)
/** Whatever is asked, of the caller's own calls. */
const own = ({ caller }: Context, filters: CallFilters): CallFilters => ({ ...filters, user_id: caller.user_id })

export async function listCalls(ctx: Context, query: CallFilters & Parameters<ReturnType<typeof billsRepo>['page']>[1]) {
  const { items, total } = await repoOf(ctx).page(own(ctx, query), query)
  return { items: items.map(presentCall), total }
}

export const sumCalls = async (ctx: Context, filters: CallFilters) => presentSums(await repoOf(ctx).sum(own(ctx, filters)))

/** The newest days that had calls, in the order in which they were. */
export async function daysOfCalls(ctx: Context, filters: CallFilters) {
  const rows = await repoOf(ctx).byDay(own(ctx, filters), days_max)
  return rows.reverse().map(({ day, ...row }) => ({ day, ...presentSums(row) }))
}

export async function subjectsOfCalls(ctx: Context) {
  const { keys, models } = await repoOf(ctx).subjects(ctx.caller.user_id)
  return { keys: keys.map(({ key_id, name }) => ({ id: key_id, name })), models }
}

export async function getCall(ctx: Context, id: string): Promise<z.input<typeof LlmCallDetail>> {
  const row = await repoOf(ctx).find(ctx.caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return { ...presentCall(row), price: pricesOf(row), posted: yuanOfFen(row.posted_fen) }
}

const titles = [
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
export const key_words = { playground: '控制台试用' } as const

const cellsOf = (row: EndedRow): string[] => {
  const call = presentCall(row)
  return [
    formatBeijingTime(new Date(call.at)),
    call.key_name ?? key_words.playground,
    call.model,
    llm_call_states[call.state],
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

export async function exportCalls(ctx: Context, filters: CallFilters): Promise<Download> {
  const repo = repoOf(ctx)
  async function* lines() {
    const chunks = chunksOf(
      (last: { ended_at: Date; id: string } | undefined, limit) => repo.before(own(ctx, filters), last, limit),
      ({ ended_at, id }) => ({ ended_at: ended_at!, id }),
    )
    for await (const rows of chunks) yield rows.map(cellsOf)
  }
  return csvDownload(`大模型调用-${dayOf(ctx.deps.clock.now())}.csv`, titles, lines())
}
