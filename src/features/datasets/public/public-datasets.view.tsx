import { datasets } from '#contract/community.ts'
import { defineView } from '#src/admin/define-view.ts'
import { DatasetCard } from '#src/features/datasets/DatasetCard.tsx'
import { DatasetSummary } from '#src/features/datasets/DatasetSummary.tsx'
import { formatDatasetSize } from '#src/features/datasets/size-text.ts'
import { loadDatasetTagOptions, loadDatasetTypeOptions } from '#src/features/datasets/type-options.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'

/** The public catalogue (product §7). */
export default defineView({
  label: '公开数据集',
  meaning: '在实例里只读挂载，不占数据盘，也不收费。引用和商用条件以各自的许可为准。',
  path: paths.dataSets,
  nav: { section: 'datasets', order: 10 },
  access: 'user',
  api: { list: datasets.list, one: datasets.get },
  title: ({ name }) => name,
  columns: [
    { field: 'name', title: '名称', below: ({ summary }) => <DatasetSummary>{summary}</DatasetSummary> },
    { field: 'type', title: '类型', text: ({ type }) => type.name },
    { field: 'size_bytes', title: '大小', text: formatDatasetSize },
    { field: 'licence', title: '许可' },
    { field: 'author', title: '发布者', text: ({ author }) => author.nickname },
    { field: 'uses', title: '使用', type: 'count', measure: '次', value: ({ uses }) => uses || null },
    { field: 'stars', title: '收藏', type: 'count', measure: '人', value: ({ stars }) => stars || null },
    { field: 'published_at', title: '最近发布', type: 'time' },
  ],
  card: (set) => <DatasetCard set={set} />,
  filters: { type: { label: '类型', options: loadDatasetTypeOptions }, tag: { label: '标签', options: loadDatasetTagOptions } },
  search: '搜索名称、简介或标签',
  actions: [
    {
      name: 'create-instance',
      label: '创建实例并挂载',
      icon: <Icon name="plus" />,
      href: ({ id }) => paths.createInstance({ data_set_id: id }),
    },
  ],
  pages: { show: () => import('./DatasetShow.tsx') },
  empty: { title: '还没有公开的数据集', hint: '发布自己的数据集，审核通过后就会出现在这里。', action: null },
})
