import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorRegions } from '#contract/operator/regions.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'

const regionFields = [
  { name: 'name', label: '名称', placeholder: '例如 华北一区' },
  { name: 'city', label: '城市', placeholder: '例如 北京' },
  { name: 'sort', label: '排序', input: 'number', initial: 0, help: '小的在前，用户看到的顺序与此一致。' },
] as const

interface RegionCounts {
  id: string
  hosts: number
  products: number
  instances: number
}
type Counted = Exclude<keyof RegionCounts, 'id'>

/** Column of a number of rows in the region, linked to their list. */
const createCountColumn = <Field extends Counted>(field: Field, title: string, to: (query: { region_id: string }) => string) =>
  ({
    field,
    title,
    type: 'link',
    value: (row: RegionCounts) => String(row[field]),
    to: (row: RegionCounts) => (row[field] ? to({ region_id: row.id }) : null),
    align: 'end',
  }) as const

/** Locations of the hosts; each host, product and instance belongs to one region. */
export default defineResource({
  name: 'operator-regions',
  label: '地域',
  meaning: '主机登记到地域后，才能卖那里的产品；地域不能删除，因为实例和账单属于它。',
  path: operatorPaths.regions,
  nav: { section: 'products', order: 30 },
  api: {
    list: operatorRegions.list,
    create: operatorRegions.create,
    update: operatorRegions.update,
    one: operatorRegions.get,
    history: operatorAudit.history,
  },
  title: (region) => region.name,
  columns: [
    { field: 'name', title: '名称' },
    { field: 'id', title: '编号' },
    { field: 'city', title: '城市' },
    createCountColumn('hosts', '主机', operatorPaths.hostsOf),
    createCountColumn('products', '产品', operatorPaths.productsOf),
    createCountColumn('instances', '实例', operatorPaths.instancesOf),
    { field: 'sort', title: '排序', type: 'count' },
  ],
  form: {
    create: [
      { name: 'id', label: '编号', placeholder: '例如 cn-north-2', help: '小写字母、数字和连字符；创建后不能修改。' },
      ...regionFields,
    ],
    update: regionFields,
  },
  pages: { show: () => import('#src/operator/shared/HistoryShow.tsx') },
})
