import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listQuery } from '../list.ts'
import { ById, Id, Name } from '../scalars.ts'

const OperatorRegion = z
  .object({
    id: Id,
    name: z.string(),
    city: z.string(),
    sort: z.number().int(),
    hosts: z.number().int(),
    products: z.number().int(),
    instances: z.number().int(),
  })
  .meta({ id: 'OperatorRegion' })

const RegionId = z
  .string({ error: '请输入地域编号' })
  .regex(/^[a-z][a-z0-9-]{2,30}$/, '编号须为 3-31 位小写字母、数字或连字符，以字母开头')
const RegionForm = z.object({
  name: Name(20, '名称'),
  city: Name(20, '城市'),
  sort: z.number({ error: '请输入排序' }).int('排序须为整数').min(0, '排序不能为负').max(100_000, '排序过大'),
})

export const operatorRegions = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/region/list',
    access: 'operator',
    summary: '地域',
    description: 'Lists the regions with the numbers of hosts, products and instances.',
    source: 'decided: product §10',
    query: listQuery(['sort', 'name']),
    data: z.array(OperatorRegion),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/region/:id',
    access: 'operator',
    summary: '地域详情',
    description: 'Returns one region.',
    source: 'decided: product §10',
    params: ById,
    data: OperatorRegion,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/operator/region',
    access: 'operator_admin',
    idempotent: true,
    summary: '新建地域',
    description: 'Creates a region; its id cannot be changed later.',
    message: '地域已创建',
    source: 'decided: product §10',
    body: RegionForm.extend({ id: RegionId }),
    data: OperatorRegion,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/operator/region/:id',
    access: 'operator_admin',
    idempotent: true,
    summary: '修改地域的名称、城市与排序',
    description: 'Changes name, city and position of a region.',
    message: '地域已修改',
    source: 'decided: product §10',
    params: ById,
    body: RegionForm,
    data: OperatorRegion,
  }),
}
