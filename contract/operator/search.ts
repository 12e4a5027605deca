import { z } from 'zod'
import type { OperatorAccess } from '../access.ts'
import { endpoint } from '../endpoint.ts'

/** What the search of the back office finds, by the resource that shows it, and who may read that resource. */
export const searchKinds = {
  'operator-users': 'operator_support',
  'operator-instances': 'operator_support',
  'operator-hosts': 'operator',
  'operator-products': 'operator',
  'operator-orders': 'operator_finance',
  'operator-recharges': 'operator_finance',
  'operator-bank-transfers': 'operator_finance',
  'operator-withdrawals': 'operator_finance',
  'operator-invoices': 'operator_finance',
} as const satisfies Record<string, OperatorAccess>
export type SearchKind = keyof typeof searchKinds

/** Results of one kind at most. */
export const searchResultMax = 5
export const searchTextMin = 2

export const operatorSearch = {
  find: endpoint({
    method: 'GET',
    path: '/api/v1/operator/search',
    access: 'operator',
    summary: '按手机号、昵称、名称或编号查找用户、实例、主机、产品、订单与收付款',
    description:
      'Finds people, instances, hosts, products and payments by id, name or phone number, at most five of each kind the caller may read.',
    source: 'decided: docs/decisions/079',
    query: z.object({
      q: z.string().trim().min(searchTextMin, `至少输入 ${searchTextMin} 个字`).max(64, '最多 64 个字').meta({
        description:
          '用户：完整手机号、手机号末四位、昵称的开头或 UUID；实例：名称的开头；主机与产品：名称的一部分；所有对象：编号',
      }),
    }),
    data: z.array(
      z.object({
        kind: z.enum(Object.keys(searchKinds) as [SearchKind, ...SearchKind[]]),
        id: z.string().meta({ description: '对象页的编号' }),
        title: z.string(),
        detail: z.string().meta({ description: '帮助分辨的另一项：脱敏手机号、编号或号码' }),
        state: z.string().meta({ description: '状态，与该类对象列表中的取值相同' }),
      }),
    ),
  }),
}
