import { datasets } from '#contract/community.ts'
import { defineView } from '#src/admin/define-view.ts'
import { DatasetSummary } from '#src/features/datasets/DatasetSummary.tsx'
import { formatDatasetSize } from '#src/features/datasets/size-text.ts'
import { loadDatasetTypeOptions } from '#src/features/datasets/type-options.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'

/** The user's starred data sets, including ones taken offline (product §7). */
export default defineView({
  label: '收藏的数据集',
  meaning: '收藏只是书签：挂载时总是读作者发布的内容。已下线的留在这里，不能再挂载到新的实例。',
  path: paths.myCollectedData,
  showPath: `${paths.myCollectedDataSetPattern}?id=:id`,
  nav: { section: 'datasets', order: 30, tab: '我的收藏' },
  api: { list: datasets.collected, one: datasets.get },
  title: ({ name }) => name,
  columns: [
    { field: 'name', title: '名称', below: ({ summary }) => <DatasetSummary>{summary}</DatasetSummary> },
    {
      field: 'newest',
      title: '状态',
      type: 'status',
      value: ({ newest }) => (newest ? 'here' : 'gone'),
      words: { here: '可以挂载', gone: '已下线' },
      looks: { here: { tone: 'success', icon: 'check' }, gone: { tone: 'neutral', icon: 'pause' } },
    },
    { field: 'newest', key: 'version', title: '最新版本', text: ({ newest }) => newest?.version ?? '' },
    { field: 'newest', key: 'size', title: '大小', text: ({ newest }) => (newest ? formatDatasetSize(newest) : '') },
    { field: 'type', title: '类型', text: ({ type }) => type.name },
    { field: 'author', title: '发布者', text: ({ author }) => author.nickname },
    { field: 'collected_at', title: '收藏时间', type: 'time' },
  ],
  filters: { type: { label: '类型', options: loadDatasetTypeOptions } },
  search: '搜索名称、简介或标签',
  actions: [
    {
      name: 'create-instance',
      label: '创建实例并挂载',
      icon: <Icon name="plus" />,
      allowed: ({ newest }) => newest !== null,
      href: ({ id }) => paths.createInstance({ data_set_id: id }),
    },
    {
      name: 'let-go',
      label: '取消收藏',
      icon: <Icon name="close" />,
      endpoint: datasets.star,
      body: { starred: false },
    },
  ],
  pages: { show: () => import('./CollectedDatasetShow.tsx') },
  empty: { title: '还没有收藏的数据集', hint: '在公开数据集里点「收藏」，就能在这里找到它。', action: null },
})
