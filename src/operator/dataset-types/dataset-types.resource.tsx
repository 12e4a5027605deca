import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorDatasetTypes } from '#contract/operator/datasets.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'

const fields = [
  { name: 'name', label: '名称', placeholder: '例如 图像' },
  { name: 'sort', label: '排序', input: 'number', initial: 0, help: '小的在前。' },
] as const

/** The types that a data set can have. */
export default defineResource({
  name: 'operator-data-set-types',
  label: '数据集类型',
  meaning: '作者发布时选择其一，公开列表按它筛选。',
  path: operatorPaths.dataSetTypes,
  nav: { section: 'site', order: 60 },
  api: {
    list: operatorDatasetTypes.list,
    one: operatorDatasetTypes.get,
    create: operatorDatasetTypes.create,
    update: operatorDatasetTypes.update,
    remove: operatorDatasetTypes.remove,
    history: operatorAudit.history,
  },
  title: ({ name }) => name,
  columns: [
    { field: 'name', title: '名称' },
    { field: 'data_sets', title: '数据集', type: 'count', measure: '个' },
    { field: 'sort', title: '排序', type: 'count' },
  ],
  search: '搜索名称',
  form: { create: fields, update: fields },
  remove: { effect: '删除后作者不能再选；还有数据集属于它时不能删除。' },
  empty: { title: '还没有类型', hint: '添加类型之后，作者才能发布数据集。' },
})
