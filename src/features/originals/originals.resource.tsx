import { original_kinds, original_states, originals } from '#contract/originals.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { original_looks } from '#src/features/images/state-styles.ts'
import { Below } from '#src/operator/shared/CellSubline.tsx'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'

const pageOf = { image: paths.image_info, data_set: paths.data_set }

/** Applications for the badge 原创 of what one has published (product §7). */
export default defineResource({
  name: 'originals',
  label: '原创申请',
  meaning: '为自己公开的镜像和数据集申请原创徽章，说明哪些工作是你做的；审核通过后徽章显示在社区，不收费。',
  path: paths.apply_original,
  nav: { group: 'compute', order: 23, icon: 'shield' },
  access: 'user',
  api: { list: originals.list, create: originals.create },
  title: ({ entry }) => entry.name,
  columns: [
    {
      field: 'entry',
      title: '作品',
      type: 'link',
      value: ({ entry }) => entry.name,
      to: ({ kind, entry }) => pageOf[kind](entry.id),
      below: ({ statement }) => <Below>{statement}</Below>,
    },
    { field: 'kind', title: '类型', type: 'word', words: original_kinds },
    { field: 'state', title: '状态', type: 'status', words: original_states, looks: original_looks },
    { field: 'reason', title: '驳回原因' },
    { field: 'created_at', title: '提交时间', type: 'time' },
    { field: 'decided_at', title: '审核时间', type: 'time' },
  ],
  filters: {
    state: { label: '状态', options: original_states },
    kind: { label: '类型', options: original_kinds },
  },
  form: { create_label: '申请原创' },
  actions: [
    {
      name: 'withdraw',
      label: '撤回申请',
      icon: <Icon name="undo" />,
      endpoint: originals.withdraw,
      allowed: ({ state }) => state === 'pending',
      when_off: 'hidden',
      effect: '不再等待审核；作品照常公开，以后可以重新申请。',
    },
  ],
  pages: { create: () => import('./OriginalCreate.tsx') },
  live: 'notifications',
  empty: { title: '还没有原创申请', hint: '先公开一个镜像或数据集，再说明哪些工作是你做的、有什么可以证明。' },
})
