import { z } from 'zod'
import { Id, Time, Yuan } from './scalars.ts'

/** What the owner of an account must look after, most urgent kind first. */
export const overviewTodoKinds = [
  'debt',
  'low_balance',
  'abnormal',
  'expiry',
  'release',
  'image_release',
  'data_set',
  'original',
  'invoice',
  'real_name',
  'voucher',
] as const
export type OverviewTodoKind = (typeof overviewTodoKinds)[number]

/** More than this is not shown at once. */
export const overviewTodosMax = 12

/** One thing to look after. Fields that mean nothing for its kind are null. */
export const OverviewTodo = z
  .object({
    kind: z.enum(overviewTodoKinds),
    id: Id.nullable().meta({ description: '实例、发布、数据集、原创申请、发票或领券活动的编号' }),
    name: z.string().nullable(),
    at: Time.nullable().meta({ description: '欠款终止服务、套餐到期、实例释放或被驳回的时间' }),
    amount: Yuan.nullable().meta({ description: '欠款，或可领取的代金券面值' }),
    reason: z.string().nullable().meta({ description: '异常、续费失败或驳回的原因；欠款已有几天' }),
  })
  .meta({ id: 'OverviewTodo' })
export type OverviewTodo = z.infer<typeof OverviewTodo>
