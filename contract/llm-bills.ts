import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportEndpoints } from './export-tasks.ts'
import { dayRange, Keyword, listQuery } from './list.ts'
import { LlmKind, LlmModelId } from './llm-models.ts'
import { ById, Day, Id, Time, Yuan } from './scalars.ts'

/** `aborted`: the client disconnected before the end; output the upstream had produced is still charged. */
export const llmCallStates = { ok: '成功', error: '失败', aborted: '客户端中断' } as const
export type LlmCallState = keyof typeof llmCallStates
export const LlmCallState = z.enum(Object.keys(llmCallStates) as [LlmCallState, ...LlmCallState[]])

/** Used in place of a key id for calls made by the console's playground. */
export const playgroundKey = 'playground'

const Tokens = z.number().int().min(0)
/** Exact sums are stored in 10⁻¹² yuan; the wire format rounds to six decimal places. */
const Cost = Yuan.meta({ description: '费用，元，六位小数' })

/** One finished call of `/v1`. Neither the prompt nor the response is stored. */
export const LlmCall = z
  .object({
    id: Id,
    at: Time.meta({ description: '结束并结算的时间，决定算在哪一天、哪一月' }),
    started_at: Time,
    key_id: Id.nullable().meta({ description: 'null：控制台的试用' }),
    key_name: z.string().nullable().meta({ description: '密钥的名称，删除后仍在' }),
    model: LlmModelId,
    kind: LlmKind,
    stream: z.boolean(),
    prompt_tokens: Tokens.meta({ description: '输入，含命中缓存的' }),
    cached_tokens: Tokens.meta({ description: '其中命中缓存的' }),
    completion_tokens: Tokens,
    first_byte_ms: z.number().int().nullable().meta({ description: '收到上游第一个字节的耗时；没有收到时为 null' }),
    total_ms: z.number().int(),
    cost: Cost,
    estimated: z.boolean().meta({ description: '上游没有给出用量，按约定的算法估计' }),
    state: LlmCallState,
    http_status: z.number().int().meta({ description: '答复调用方的状态码；客户端中断时为 499' }),
    error_code: z.string().nullable(),
    request_id: z.string(),
  })
  .meta({ id: 'LlmCall' })
export type LlmCall = z.infer<typeof LlmCall>

export const LlmCallDetail = LlmCall.extend({
  price: z.object({ input: Yuan, cached_input: Yuan, output: Yuan }).meta({ description: '开始时的价格，元 / 百万词元' }),
  posted: Yuan.meta({ description: '这次结算入账的整分数' }),
}).meta({ id: 'LlmCallDetail' })

/** A key's id, or `playground`. */
const KeyFilter = z.union([z.literal(playgroundKey), Id])

const llmCallFilters = {
  keyword: Keyword.meta({ description: '请求编号' }),
  key_id: KeyFilter.optional(),
  model: LlmModelId.optional(),
  state: LlmCallState.optional(),
  ...dayRange,
}

export const LlmSums = z
  .object({
    calls: z.number().int(),
    prompt_tokens: Tokens,
    cached_tokens: Tokens,
    completion_tokens: Tokens,
    cost: Cost,
  })
  .meta({ id: 'LlmSums' })
export type LlmSums = z.infer<typeof LlmSums>

export const LlmDay = LlmSums.extend({
  day: Day,
  by_model: z.array(LlmSums.extend({ model: LlmModelId })).meta({ description: '花费多的在前' }),
}).meta({ id: 'LlmDay' })
export type LlmDay = z.infer<typeof LlmDay>

/** A month in Asia/Shanghai, `2026-11`. */
const Month = z
  .string({ error: '请选择月份' })
  .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '请选择月份')
  .meta({ id: 'Month' })

export const LlmMonth = LlmSums.extend({
  month: Month,
  posted: Yuan.meta({ description: '当月入账的整分数，等于收支明细中的大模型用量之和' }),
}).meta({ id: 'LlmMonth' })
export type LlmMonth = z.infer<typeof LlmMonth>

/** One row of a monthly bill: the usage of one model through one key. */
const LlmMonthLine = LlmSums.extend({
  model: LlmModelId,
  key_id: Id.nullable().meta({ description: 'null：控制台的试用' }),
  key_name: z.string().nullable(),
}).meta({ id: 'LlmMonthLine' })

export const LlmMonthDetail = LlmMonth.extend({
  carried_in: Cost.meta({ description: '上月留下的不足一分的费用' }),
  carried_out: Cost.meta({ description: '留给下月的不足一分的费用；carried_in + cost = posted + carried_out' }),
  by_model: z.array(LlmSums.extend({ model: LlmModelId })),
  by_key: z.array(LlmSums.extend({ key_id: Id.nullable(), key_name: z.string().nullable() })),
  lines: z.array(LlmMonthLine),
}).meta({ id: 'LlmMonthDetail' })
export type LlmMonthDetail = z.infer<typeof LlmMonthDetail>

const read = { method: 'GET', access: 'tencent', source: 'decided: product §9, docs/decisions/040' } as const

export const llmBills = {
  calls: endpoint({
    ...read,
    path: '/api/v1/llm/call/list',
    summary: '调用记录，新的在前',
    description: "Lists the caller's calls of large language models, newest first; their content is never kept.",
    query: listQuery(['at', 'cost', 'total_ms'], llmCallFilters),
    data: z.array(LlmCall),
    paged: true,
  }),
  sum: endpoint({
    ...read,
    path: '/api/v1/llm/call/sum',
    summary: '符合条件的调用合计',
    description: 'Returns the number, tokens and cost in yuan of the matching calls.',
    query: z.object(llmCallFilters),
    data: LlmSums,
  }),
  days: endpoint({
    ...read,
    path: '/api/v1/llm/call/day',
    summary: '符合条件的调用，按天与模型；没有调用的日子不在内；最多 366 天',
    description: 'Returns the sums of the matching calls by day and model, without empty days, for 366 days at most.',
    query: z.object(llmCallFilters),
    data: z.array(LlmDay),
  }),
  ...exportEndpoints({ path: '/api/v1/llm/call/export', kind: 'llm_call', rows: 'calls', filters: z.object(llmCallFilters) }),
  subjects: endpoint({
    ...read,
    path: '/api/v1/llm/call/subject',
    summary: '产生过调用的密钥与模型，已删除的也在内',
    description: 'Lists the keys and models that calls were made with, deleted ones included.',
    data: z.object({
      keys: z.array(z.object({ id: Id.nullable(), name: z.string().nullable() })),
      models: z.array(LlmModelId),
    }),
  }),
  call: endpoint({
    ...read,
    path: '/api/v1/llm/call/:id',
    owned: 'llm_call',
    summary: '一次调用',
    description: 'Returns one call with its price and what was posted for it.',
    params: ById,
    data: LlmCallDetail,
  }),
  months: endpoint({
    ...read,
    path: '/api/v1/llm/month/list',
    summary: '有调用的月份，新的在前',
    description: 'Lists the months with calls and their sums, newest first.',
    data: z.array(LlmMonth),
  }),
  month: endpoint({
    ...read,
    path: '/api/v1/llm/month/:month',
    summary: '月账单：按模型与密钥；合计等于当月入账',
    description: 'Returns the bill of a month by model and key; its sum equals what was posted in that month.',
    params: z.object({ month: Month }),
    data: LlmMonthDetail,
  }),
  month_export: endpoint({
    ...read,
    path: '/api/v1/llm/month/:month/export',
    summary: '月账单，CSV',
    description: 'Downloads the bill of a month as CSV.',
    params: z.object({ month: Month }),
    data: z.unknown(),
    download: 'text/csv; charset=utf-8',
  }),
}
