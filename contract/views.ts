import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { listQuery } from './list.ts'
import { ById, Id, Name, Time } from './scalars.ts'

const listDensities = ['middle', 'small'] as const

const ResourceName = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/)
const fields = {
  name: Name(limits.viewNameMax, '视图名称'),
  query: z
    .string()
    .max(1000, '条件过多，无法保存')
    .regex(/^[^\s#?]*$/)
    .meta({ description: '列表地址「?」之后的部分：筛选、排序与每页条数' }),
  density: z.enum(listDensities),
  is_default: z.boolean().meta({ description: '打开这个列表时就用它；每个列表至多一个' }),
}

/** A saved configuration of a list. */
export const SavedView = z
  .object({ id: Id, resource: ResourceName, ...fields, name: z.string(), created_at: Time })
  .meta({ id: 'View' })
export type SavedView = z.infer<typeof SavedView>

const source = 'decided: product §1 lists people live in, docs 019' as const

export const views = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/view/list',
    access: 'user',
    summary: '一个列表的已存视图',
    description: "Lists the caller's saved views, optionally of one list, oldest first.",
    source,
    query: listQuery(['created_at'], { resource: ResourceName.optional() }),
    data: z.array(SavedView),
    paged: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/view',
    access: 'user',
    idempotent: true,
    summary: '保存当前条件为视图',
    description: 'Saves filters, sorting and density of a list as a named view.',
    message: '已保存视图',
    source,
    body: z.object({ resource: ResourceName, ...fields }),
    data: SavedView,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/view/:id',
    access: 'user',
    owned: 'view',
    summary: '改名、换条件、设为默认',
    description: 'Changes a saved view; a field that is left out stays as it is.',
    message: '已更新视图',
    source,
    params: ById,
    body: z.object(fields).partial(),
    data: SavedView,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/view/:id',
    access: 'user',
    owned: 'view',
    summary: '删除视图',
    description: 'Deletes a saved view.',
    message: '已删除视图',
    source,
    params: ById,
    data: z.null(),
  }),
}
