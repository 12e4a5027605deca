import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { Keyword, listQuery } from './list.ts'
import { ById, Id, Name, Time, Yuan } from './scalars.ts'
import { subAccountTerms } from './sub-accounts.ts'

/** Sub-accounts of one master that share a monthly budget and a quota of cards (docs/decisions/112). */
export const Project = z
  .object({
    id: Id,
    name: z.string(),
    budget: Yuan.nullable().meta({ description: '每月预算：成员本月从主账号得到的额度合计上限' }),
    given: Yuan.meta({ description: '本月已分配：成员得到的减去收回的' }),
    rest: Yuan.nullable().meta({ description: '本月预算的剩余，负数为已超出；没有预算为 null' }),
    spent: Yuan.meta({ description: '成员本月消费，不含未结算' }),
    members: z.number().int(),
    top_ups: Yuan.meta({ description: '成员「每月补足到」的合计' }),
    gpus: z.number().int().meta({ description: '成员运行中的实例正在使用的卡数' }),
    gpus_max: z.number().int().nullable().meta({ description: '同时使用的卡数上限' }),
    member_monthly: Yuan.nullable().meta({ description: '新成员的每月补足' }),
    member_price_max: Yuan.nullable().meta({ description: '新成员的单台实例每小时最高价' }),
    member_instances_max: z.number().int().nullable().meta({ description: '新成员同时拥有的实例数上限' }),
    created_at: Time,
  })
  .meta({ id: 'Project' })
export type Project = z.infer<typeof Project>

const fields = z.object({
  name: Name(limits.projectNameMax, '项目名称'),
  budget: subAccountTerms.monthly,
  gpus_max: z
    .number()
    .int('卡数须为整数')
    .min(1, '至少 1 张')
    .max(limits.projectGpusMax, `最多 ${limits.projectGpusMax} 张`)
    .nullish()
    .transform((v) => v ?? null),
  member_monthly: subAccountTerms.monthly,
  member_price_max: subAccountTerms.price_max,
  member_instances_max: subAccountTerms.instances_max,
})

const base = { access: 'main', source: 'decided: docs 112' } as const
const change = { ...base, idempotent: true, invalidates: ['sub_account'] } as const

export const projects = {
  list: endpoint({
    ...base,
    method: 'GET',
    path: '/api/v1/project/list',
    summary: '项目列表',
    description: "Lists the caller's projects with budget, members and cards in use, newest first.",
    query: listQuery(['created_at', 'name'], { keyword: Keyword }),
    data: z.array(Project),
    paged: true,
  }),
  get: endpoint({
    ...base,
    method: 'GET',
    path: '/api/v1/project/:id',
    owned: 'project',
    summary: '项目详情',
    description: 'Returns one project with its budget, members and cards in use.',
    params: ById,
    data: Project,
  }),
  create: endpoint({
    ...change,
    method: 'POST',
    path: '/api/v1/project',
    summary: '新建项目',
    description: 'Creates a project with a monthly budget in yuan and a quota of cards; an empty one is no limit.',
    message: '项目已创建',
    body: fields,
    data: Project,
  }),
  update: endpoint({
    ...change,
    method: 'PUT',
    path: '/api/v1/project/:id',
    owned: 'project',
    summary: '修改项目的名称、预算、用卡上限与新成员的条件',
    description: 'Changes a project; what members already have or run stays, and their own terms do too.',
    message: '项目已修改',
    params: ById,
    body: fields,
    data: Project,
  }),
  remove: endpoint({
    ...change,
    method: 'DELETE',
    path: '/api/v1/project/:id',
    owned: 'project',
    summary: '删除没有成员的项目',
    description: 'Deletes a project that has no members and that no directory leads new members to.',
    message: '项目已删除',
    params: ById,
    data: z.null(),
  }),
}
