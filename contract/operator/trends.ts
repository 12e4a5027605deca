import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dayRange, listQuery } from '../list.ts'
import { Day, Id, Time, Yuan } from '../scalars.ts'

/** Lengths of the charts of the back office in Beijing days; the last day is today. */
export const trendDays = { 7: '近 7 天', 30: '近 30 天', 90: '近 90 天' } as const
const TrendQuery = z.object({
  days: z.enum(Object.keys(trendDays) as [`${keyof typeof trendDays}`, ...`${keyof typeof trendDays}`[]]).default('30'),
})
export type TrendDays = z.output<typeof TrendQuery>['days']

/** Why an instance became 异常: it never ran in this boot, or it ran. */
export const failureKinds = { boot: '开机失败', run: '运行中异常' } as const
const FailureKind = z.enum(Object.keys(failureKinds) as [keyof typeof failureKinds, ...(keyof typeof failureKinds)[]])
export type FailureKind = z.infer<typeof FailureKind>

const source = 'decided: docs/decisions/079'

export const operatorTrends = {
  money: endpoint({
    method: 'GET',
    path: '/api/v1/operator/panel/trend/money',
    access: 'operator_finance',
    summary: '每天的收入（按产品）、充值与提现；逐日等于总账的行之和',
    description: 'Returns revenue by product, recharges and withdrawals of each Beijing day, equal to the sums of the ledger.',
    source,
    query: TrendQuery,
    data: z.object({
      series: z
        .array(z.object({ key: z.string(), name: z.string() }))
        .meta({ description: '收入从哪里来，产品按金额在前，其余合为一项' }),
      days: z.array(
        z.object({
          day: Day,
          revenue: Yuan.meta({ description: '收入账户当天的净增加' }),
          parts: z.array(Yuan).meta({ description: '与 series 逐项对应，合计为 revenue' }),
          recharged: Yuan.meta({ description: '渠道收到的充值，含对公转账' }),
          withdrawn: Yuan.meta({ description: '已打款的提现' }),
        }),
      ),
    }),
  }),
  fleet: endpoint({
    method: 'GET',
    path: '/api/v1/operator/panel/trend/fleet',
    access: 'operator',
    summary: '每天各型号 GPU 的利用率，和异常的实例数',
    description: 'Returns the share of card time that was rented, by model, and the failures of each Beijing day.',
    source,
    query: TrendQuery,
    data: z.object({
      models: z.array(z.object({ gpu_model: z.string(), cards: z.number().int() })),
      recorded_since: Time.nullable().meta({ description: '从何时起有租出记录' }),
      days: z.array(
        z.object({
          day: Day,
          rented_hours: z
            .array(z.number().min(0).nullable())
            .meta({ description: '租出的卡时，与 models 逐项对应；还没有记录的日子为 null' }),
          percent: z
            .array(z.number().min(0).max(100).nullable())
            .meta({ description: '租出的卡时 ÷ 现有卡数在当天已过去的时长，与 models 逐项对应' }),
          boot_failures: z.number().int(),
          run_failures: z.number().int(),
        }),
      ),
    }),
  }),
}

const OperatorFailure = z
  .object({
    id: Id,
    at: Time,
    kind: FailureKind,
    instance: z.object({ id: Id, name: z.string(), released: z.boolean() }),
    owner: z.object({ id: Id, nickname: z.string() }),
    host_id: z.string(),
    detail: z.string().nullable(),
  })
  .meta({ id: 'OperatorFailure' })

export const operatorFailures = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/failure/list',
    access: 'operator_support',
    summary: '实例变为异常的记录，最新在前',
    description: 'Lists each time an instance failed while booting or running, newest first.',
    source,
    query: listQuery(['at'], { kind: FailureKind.optional(), ...dayRange }),
    data: z.array(OperatorFailure),
    paged: true,
  }),
}
