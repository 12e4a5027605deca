import { data_set_states, my_data_sets } from '#contract/my-datasets.ts'
import { defineView } from '#src/admin/define-view.ts'
import { Summary } from '#src/features/datasets/DatasetSummary.tsx'
import { datasetTabs } from '#src/features/datasets/dataset-tabs.ts'
import { sizeText } from '#src/features/datasets/size-text.ts'
import { state_looks } from '#src/features/datasets/state-styles.ts'
import { typeOptions } from '#src/features/datasets/type-options.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { FirstDataSet } from './FirstDatasetActions.tsx'
import { ReleaseButton } from './ReleaseDatasetButton.tsx'

/** Data sets of one's own, with the state of their newest version (product §7). */
export default defineView({
  label: '我的数据集',
  meaning: '把文件存储里的文件夹发布成数据集。每个版本由运营人员审核，通过后内容不再改变。',
  path: paths.my_data_sets,
  show_path: `${paths.my_data_set_pattern}?id=:id`,
  nav: { group: 'data', order: 21, icon: 'layers' },
  api: { list: my_data_sets.list, one: my_data_sets.get, remove: my_data_sets.remove },
  title: ({ name }) => name,
  columns: [
    { field: 'name', title: '名称', below: ({ summary }) => <Summary>{summary}</Summary> },
    { field: 'state', title: '最新版本', type: 'status', words: data_set_states, looks: state_looks },
    {
      field: 'version',
      title: '版本',
      text: ({ version, versions }) => (versions > 1 ? `${version}（共 ${versions} 个）` : version),
    },
    { field: 'type', title: '类型', text: ({ type }) => type.name },
    { field: 'size_bytes', title: '大小', text: sizeText },
    { field: 'uses', title: '使用', type: 'count', measure: '次' },
    { field: 'stars', title: '收藏', type: 'count', measure: '人' },
    { field: 'created_at', title: '创建时间', type: 'time' },
  ],
  filters: { state: { label: '最新版本', options: data_set_states }, type: { label: '类型', options: typeOptions } },
  search: '搜索名称、简介或标签',
  actions: [
    {
      name: 'add-version',
      label: '发布新版本',
      icon: <Icon name="plus" />,
      href: ({ id }) => paths.release_data_set_of({ id }),
    },
    {
      name: 'change-facts',
      label: '修改信息',
      icon: <Icon name="edit" />,
      dialog: () => import('./EditDatasetDialog.tsx'),
    },
    {
      name: 'public-page',
      label: '查看公开页面',
      icon: <Icon name="external" />,
      allowed: (set) => set.public,
      when_off: 'hidden',
      href: ({ id }) => paths.data_set(id),
    },
    {
      name: 'delete',
      label: '删除',
      icon: <Icon name="trash" />,
      danger: true,
      allowed: ({ ever_published }) => !ever_published,
      when_off: 'hidden',
      endpoint: my_data_sets.remove,
      effect: '数据集和它的全部版本将被删除，复制出来的文件一并清除，不能恢复；文件存储里的原文件不受影响，也不涉及费用。',
    },
  ],
  tabs: datasetTabs,
  tools: ReleaseButton,
  pages: { show: () => import('./MyDatasetShow.tsx') },
  live: 'data_sets',
  empty: {
    title: '还没有发布过数据集',
    hint: '先把文件上传到文件存储的一个文件夹，再从那里发布。',
    action: <FirstDataSet />,
  },
})
