import { z } from 'zod'
import { type StatementState as State, type StatementSource, statementSources, statementStates } from './creator-labels.ts'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'
import { ById, Id, Time, Yuan } from './scalars.ts'

/** Month in Asia/Shanghai, such as `2026-11`. */
export const Month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, '请选择月份')
  .meta({ id: 'Month', description: '北京时间的月份' })

export const StatementStateName = z.enum(Object.keys(statementStates) as [State, ...State[]])

/** Income of one image version in a month. */
export const VersionIncome = z
  .object({
    version_id: Id,
    image: z.string(),
    version: z.string(),
    price_hour: Yuan,
    consumers: z.number().int(),
    seconds: z.number().int().meta({ description: '别人用它运行的秒数，含不计收益的部分' }),
    amount: Yuan,
  })
  .meta({ id: 'VersionIncome' })
export type VersionIncome = z.infer<typeof VersionIncome>

export const CreatorStatement = z
  .object({
    id: Id,
    month: Month,
    state: StatementStateName,
    amount: Yuan.meta({ description: '已入账或即将入账的收益，含后来付清的部分' }),
    pending: Yuan.meta({ description: '待结清：使用者还欠着的部分，付清后入账' }),
    consumers: z.number().int(),
    lines: z.number().int().meta({ description: '使用记录的条数' }),
    settled_at: Time,
    posted_at: Time.nullable().meta({ description: '收益钱包入账的时间' }),
  })
  .meta({ id: 'CreatorStatement' })
export type CreatorStatement = z.infer<typeof CreatorStatement>

export const CreatorStatementDetail = CreatorStatement.extend({ versions: z.array(VersionIncome) }).meta({
  id: 'CreatorStatementDetail',
})
export type CreatorStatementDetail = z.infer<typeof CreatorStatementDetail>

/** One usage period by a consumer. Income per consumer and version is rounded down once, over all of their periods. */
export const CreatorStatementLine = z
  .object({
    id: Id,
    source: z.enum(Object.keys(statementSources) as [StatementSource, ...StatementSource[]]),
    image: z.string(),
    version: z.string(),
    consumer: z.string().meta({ description: '使用者，脱敏；同一份对账单里同一个人的写法相同' }),
    from: Time,
    to: Time,
    seconds: z.number().int(),
    price_hour: Yuan.meta({ description: '镜像价格' }),
    whole: Yuan.meta({ description: '这一段（GPU、数据盘与镜像）一共的费用，优惠券减去之前' }),
    cash: Yuan.meta({ description: '其中以付入的现金支付的部分，不含代金券与平台赠送的余额' }),
    earned: z.string().meta({ description: '收益，1e-6 元 × 秒：价格 × 秒 × 现金 ÷ 费用，舍去到这一单位' }),
    amount: Yuan.meta({ description: '收益，元，六位小数，仅供阅读' }),
    pending: z.boolean().meta({ description: '待结清：使用者还没有付清这一段' }),
    released_at: Time.nullable().meta({ description: '对账单生成之后才付清的，入账的时间' }),
  })
  .meta({ id: 'StatementLine' })
export type CreatorStatementLine = z.infer<typeof CreatorStatementLine>

const readBase = { method: 'GET', access: 'user', source: 'decided: product §7, docs/decisions/043' } as const
const ownStatementBase = { owned: 'creator_statement', params: ById } as const

/** Income from other users' use of one's images (product §7). */
export const creatorIncome = {
  summary: endpoint({
    ...readBase,
    path: '/api/v1/creator_income/summary',
    summary: '创作收益：本月至今的预估、累计已入账、可提现',
    description: "Returns the caller's creator income: this month's estimate, what is pending, settled and posted.",
    data: z.object({
      month: Month,
      estimate: Yuan.meta({ description: '本月至今，按已结算并已付清的扣费；月底可能变化' }),
      pending: Yuan.meta({ description: '待结清：使用者还欠着的部分，含历次对账单与本月至今' }),
      versions: z.array(VersionIncome).meta({ description: '本月至今，按版本' }),
      settled: Yuan.meta({ description: '已结算、还没有入账' }),
      posted: Yuan.meta({ description: '历次对账单入账的合计' }),
      income_balance: Yuan.meta({ description: '收益钱包余额，含邀请奖励' }),
      share_percent: z.number().int(),
      next_statement_at: Time.meta({ description: '本月对账单最早的生成时间' }),
    }),
  }),
  statements: endpoint({
    ...readBase,
    path: '/api/v1/creator_income/statement/list',
    summary: '月度对账单',
    description: "Lists the caller's monthly income statements, newest first.",
    query: listQuery(['month', 'amount'], { state: StatementStateName.optional() }),
    data: z.array(CreatorStatement),
    paged: true,
  }),
  statement: endpoint({
    ...readBase,
    ...ownStatementBase,
    path: '/api/v1/creator_income/statement/:id',
    summary: '一份对账单，按版本合计',
    description: 'Returns one income statement with its sums by version.',
    data: CreatorStatementDetail,
  }),
  lines: endpoint({
    ...readBase,
    ...ownStatementBase,
    path: '/api/v1/creator_income/statement/:id/line_list',
    summary: '对账单里的每一段使用',
    description: 'Lists the stretches of use in one income statement, each with what it earned.',
    query: listQuery(['from', 'seconds'], { version_id: Id.optional() }),
    data: z.array(CreatorStatementLine),
    paged: true,
  }),
  export: endpoint({
    ...readBase,
    ...ownStatementBase,
    path: '/api/v1/creator_income/statement/:id/export',
    summary: '对账单的每一段使用，CSV',
    description: 'Downloads every stretch of use in one income statement as CSV.',
    data: z.unknown(),
    download: 'text/csv; charset=utf-8',
  }),
}
