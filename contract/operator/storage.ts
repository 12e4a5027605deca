import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Keyword, listQuery } from '../list.ts'
import { Id, Time } from '../scalars.ts'
import { OperatorReason } from './reason.ts'

/** Storage usage and quota of one user in one region. */
export const OperatorStorage = z
  .object({
    id: z.string().meta({ description: '地域与用户，`<region_id>/<user_id>`；每行一个' }),
    user_id: Id,
    nickname: z.string(),
    phone: z.string().meta({ description: '脱敏；按完整手机号搜索时显示完整号码' }),
    region_id: Id,
    region_name: z.string(),
    used_bytes: z.number().int(),
    file_count: z.number().int(),
    reserved_bytes: z.number().int(),
    quota_bytes: z.number().int(),
    default_quota: z.boolean().meta({ description: '没有单独设置过' }),
    quota_reason: z.string().nullable(),
    measured_at: Time.nullable(),
  })
  .meta({ id: 'OperatorStorage' })
export type OperatorStorage = z.infer<typeof OperatorStorage>

export const operatorStorage = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/storage/list',
    access: 'operator_support',
    summary: '用户在各地域的存储用量与配额；按手机号、UUID 或昵称查找时也列出还没有用过的地域',
    description: 'Lists the file storage of users by region; a search for one user also lists regions not used yet.',
    source: 'decided: product §10, docs/decisions/039',
    query: listQuery(['used_bytes', 'file_count', 'quota_bytes'], { keyword: Keyword, region_id: Id.optional() }),
    data: z.array(OperatorStorage),
    paged: true,
  }),
  set_quota: endpoint({
    method: 'POST',
    path: '/api/v1/operator/storage/:id/quota',
    access: 'operator_support',
    idempotent: true,
    stepUp: true,
    summary: '设置一个用户在一个地域的配额；小于已用时只是不能再写入',
    description: "Sets a user's quota in one region in GB; below what is used, it only stops further writing.",
    message: '配额已设置',
    source: 'decided: product §10, docs/decisions/039',
    params: z.object({ id: Id.meta({ description: '用户' }) }),
    body: z.object({
      region_id: z.string({ error: '请选择地域' }).pipe(Id),
      quota_gb: z
        .number({ error: '请输入配额' })
        .int('配额须为整数 GB')
        .min(0, '配额不能为负')
        .max(limits.storageQuotaMaxGb, `配额最多 ${limits.storageQuotaMaxGb} GB`),
      reason: OperatorReason,
    }),
    data: OperatorStorage,
  }),
}
