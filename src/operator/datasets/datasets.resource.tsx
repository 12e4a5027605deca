import { data_set_states } from '#contract/my-datasets.ts'
import { operator_audit } from '#contract/operator/audit.ts'
import { type OperatorDataSet, operator_data_sets } from '#contract/operator/datasets.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { Summary } from '#src/features/datasets/DatasetSummary.tsx'
import { Tags } from '#src/features/datasets/DatasetTags.tsx'
import { sizeText } from '#src/features/datasets/size-text.ts'
import { state_looks } from '#src/features/datasets/state-styles.ts'
import { typeOptions } from '#src/features/datasets/type-options.ts'
import { operator_paths } from '#src/operator/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'

const decidable = ({ state, own }: OperatorDataSet) => state === 'pending' && !own

/** Versions of data sets that ask to be public (product §10), the longest waiting first. */
export default defineResource({
  name: 'operator-data-sets',
  label: '数据集审核',
  meaning: '逐个版本核对说明、许可与文件。通过即公开，内容从此不变；驳回的原因会告诉作者。自己的数据集由别人审核。',
  path: operator_paths.data_set_reviews,
  nav: { group: 'review', order: 20, icon: 'ledger' },
  api: { list: operator_data_sets.list, one: operator_data_sets.get, history: operator_audit.history },
  title: ({ name, version }) => `${name} ${version}`,
  columns: [
    {
      field: 'name',
      title: '数据集与版本',
      text: ({ name, version }) => `${name} ${version}`,
      below: ({ summary }) => <Summary>{summary}</Summary>,
    },
    { field: 'state', title: '状态', type: 'status', words: data_set_states, looks: state_looks },
    { field: 'author', title: '作者', text: ({ author, own }) => (own ? `${author.nickname}（自己）` : author.nickname) },
    { field: 'type', title: '类型', text: ({ type }) => type.name },
    { field: 'licence', title: '许可' },
    { field: 'size_bytes', title: '大小', text: sizeText },
    { field: 'submitted_at', title: '提交时间', type: 'time' },
    { field: 'reviewer', title: '处理人' },
  ],
  details: [
    { field: 'tags', title: '标签', render: ({ tags }) => <Tags tags={tags} />, text: ({ tags }) => tags.join('、') },
    { field: 'mount_path', title: '挂载路径', type: 'copy', label: '复制挂载路径' },
    { field: 'uses', title: '使用', text: ({ uses }) => `${uses} 次` },
    { field: 'published_at', title: '公开时间', type: 'time' },
    { field: 'reason', title: '原因' },
  ],
  filters: {
    state: { label: '状态', options: data_set_states },
    todo: { label: '范围', options: { true: '待审核' } },
    type: { label: '类型', options: typeOptions },
  },
  search: '名称、短名、作者或编号',
  actions: [
    {
      name: 'approve',
      label: '通过并公开',
      icon: <Icon name="check" />,
      endpoint: operator_data_sets.approve,
      allowed: decidable,
      when_off: 'hidden',
      effect: ({ name, version }) => `「${name} ${version}」立即对所有人公开，可以被挂载；内容从此不能修改，作者会收到通知。`,
    },
    {
      name: 'reject',
      label: '驳回',
      icon: <Icon name="close" />,
      danger: true,
      endpoint: operator_data_sets.reject,
      allowed: decidable,
      when_off: 'hidden',
      effect: '原因会告诉作者，修改后可以重新提交；已复制的文件保留。',
      fields: [{ name: 'reason', label: '原因', input: 'textarea', placeholder: '例如 说明里没有写出处，无法核对许可' }],
    },
    {
      name: 'offline',
      label: '下线',
      icon: <Icon name="pause" />,
      danger: true,
      endpoint: operator_data_sets.offline,
      allowed: ({ state }) => state === 'published',
      when_off: 'hidden',
      effect: '不能再挂载到新的实例，公开页面不再显示；已挂载它的实例照常使用。原因会告诉作者。',
      fields: [{ name: 'reason', label: '原因', input: 'textarea', placeholder: '例如 收到原作者的投诉' }],
    },
    {
      name: 'online',
      label: '恢复公开',
      icon: <Icon name="undo" />,
      endpoint: operator_data_sets.online,
      allowed: ({ state }) => state === 'offline',
      when_off: 'hidden',
      effect: '内容没有变化，立即恢复公开，作者会收到通知。',
    },
  ],
  pages: { show: () => import('./DatasetReview.tsx') },
  empty: { title: '还没有数据集', hint: '用户提交的版本复制完文件后会出现在这里，审核人员会收到通知。', action: null },
})
