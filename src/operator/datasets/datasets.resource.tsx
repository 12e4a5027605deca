import { datasetStates } from '#contract/my-datasets.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorDatasets } from '#contract/operator/datasets.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import {
  DatasetSummary,
  DatasetTags,
  datasetStateStyles,
  formatDatasetSize,
  loadDatasetTypeOptions,
} from '#src/features/datasets/shared.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { canDecideByState } from '#src/operator/shared/can-decide.ts'
import { createPersonColumn } from '#src/operator/shared/person-column.tsx'
import { Icon } from '#src/ui/Icon.tsx'

/** Data set versions submitted for publication (product §10), longest waiting first. */
export default defineResource({
  name: 'operator-data-sets',
  label: '数据集审核',
  meaning: '逐个版本核对说明、许可与文件。通过即公开，内容从此不变；驳回的原因会告诉作者。自己的数据集由别人审核。',
  path: operatorPaths.dataSetReviews,
  nav: { section: 'reviews', order: 50, tab: '数据集' },
  api: { list: operatorDatasets.list, one: operatorDatasets.get, history: operatorAudit.history },
  title: ({ name, version }) => `${name} ${version}`,
  columns: [
    {
      field: 'name',
      title: '数据集与版本',
      text: ({ name, version }) => `${name} ${version}`,
      below: ({ summary }) => <DatasetSummary>{summary}</DatasetSummary>,
    },
    { field: 'state', title: '状态', type: 'status', words: datasetStates, looks: datasetStateStyles },
    createPersonColumn('author', '作者', ({ own }: { own: boolean }) => (own ? '（自己）' : '')),
    { field: 'type', title: '类型', text: ({ type }) => type.name },
    { field: 'licence', title: '许可' },
    { field: 'size_bytes', title: '大小', text: formatDatasetSize },
    { field: 'submitted_at', title: '提交时间', type: 'time' },
    { field: 'reviewer', title: '处理人' },
  ],
  details: [
    { field: 'tags', title: '标签', render: ({ tags }) => <DatasetTags tags={tags} />, text: ({ tags }) => tags.join('、') },
    { field: 'mount_path', title: '挂载路径', type: 'copy', label: '复制挂载路径' },
    { field: 'uses', title: '使用', text: ({ published_at: at, uses }) => (at ? `${uses} 次` : '') },
    { field: 'published_at', title: '公开时间', type: 'time' },
    { field: 'reason', title: '原因' },
  ],
  filters: {
    state: { label: '状态', options: datasetStates },
    todo: { label: '范围', options: { true: '待审核' } },
    type: { label: '类型', options: loadDatasetTypeOptions },
  },
  search: '名称、作者或编号',
  actions: [
    {
      name: 'approve',
      label: '通过并公开',
      icon: <Icon name="check" />,
      endpoint: operatorDatasets.approve,
      allowed: canDecideByState,
      whenOff: 'hidden',
      effect: ({ name, version }) => `「${name} ${version}」立即对所有人公开，可以被挂载；内容从此不能修改，作者会收到通知。`,
    },
    {
      name: 'reject',
      label: '驳回',
      icon: <Icon name="close" />,
      danger: true,
      endpoint: operatorDatasets.reject,
      allowed: canDecideByState,
      whenOff: 'hidden',
      effect: '原因会告诉作者，修改后可以重新提交；已复制的文件保留。',
      fields: [{ name: 'reason', label: '原因', input: 'textarea', placeholder: '例如 说明里没有写出处，无法核对许可' }],
    },
    {
      name: 'offline',
      label: '下线',
      icon: <Icon name="pause" />,
      danger: true,
      endpoint: operatorDatasets.offline,
      allowed: ({ state }) => state === 'published',
      whenOff: 'hidden',
      effect: '不能再挂载到新的实例，公开页面不再显示；已挂载它的实例照常使用。原因会告诉作者。',
      fields: [{ name: 'reason', label: '原因', input: 'textarea', placeholder: '例如 收到原作者的投诉' }],
    },
    {
      name: 'online',
      label: '恢复公开',
      icon: <Icon name="undo" />,
      endpoint: operatorDatasets.online,
      allowed: ({ state }) => state === 'offline',
      whenOff: 'hidden',
      effect: '内容没有变化，立即恢复公开，作者会收到通知。',
    },
  ],
  pages: { show: () => import('./DatasetReview.tsx') },
  empty: { title: '还没有数据集', hint: '用户提交的版本复制完文件后会出现在这里，审核人员会收到通知。', action: null },
})
