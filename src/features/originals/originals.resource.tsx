import { Link } from 'react-router-dom'
import { original_kinds, original_states, originals } from '#contract/originals.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { original_looks } from '#src/features/images/state-looks.ts'
import { Below } from '#src/operator/shared/Below.tsx'
import { TagOf } from '#src/operator/shared/TagOf.tsx'
import { paths } from '#src/paths.ts'
import { formatTimeExact } from '#src/ui/format-time.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'

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
      render: ({ kind, entry }) => <Link to={pageOf[kind](entry.id)}>{entry.name}</Link>,
      text: ({ entry }) => entry.name,
      below: ({ statement }) => <Below>{statement}</Below>,
    },
    { field: 'kind', title: '类型', text: ({ kind }) => original_kinds[kind] },
    {
      field: 'state',
      title: '状态',
      render: ({ state }) => <TagOf state={state} looks={original_looks} words={original_states} />,
      text: ({ state }) => original_states[state],
    },
    { field: 'reason', title: '驳回原因', text: ({ reason }) => reason ?? '' },
    {
      field: 'created_at',
      title: '提交时间',
      render: ({ created_at }) => <TimeText at={created_at} />,
      text: ({ created_at }) => formatTimeExact(created_at),
    },
    {
      field: 'decided_at',
      title: '审核时间',
      render: ({ decided_at }) => <TimeText at={decided_at} />,
      text: ({ decided_at }) => (decided_at ? formatTimeExact(decided_at) : ''),
    },
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
