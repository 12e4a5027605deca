import { originalKinds, originalStates, originals } from '#contract/originals.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { originalStateStyles } from '#src/features/images/shared.ts'
import { paths } from '#src/paths.ts'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { Icon } from '#src/ui/Icon.tsx'

const entryPaths = { image: paths.imageInfo, data_set: paths.dataSet }

/** Applications for the 原创 badge on the user's published works (product §7). */
export default defineResource({
  name: 'originals',
  label: '原创申请',
  meaning: '为自己公开的镜像和数据集申请原创徽章，说明哪些工作是你做的；审核通过后徽章显示在社区，不收费。',
  path: paths.applyOriginal,
  nav: { section: 'images', order: 60, tab: '原创' },
  access: 'user',
  api: { list: originals.list, create: originals.create },
  title: ({ entry }) => entry.name,
  columns: [
    {
      field: 'entry',
      title: '作品',
      type: 'link',
      value: ({ entry }) => entry.name,
      to: ({ kind, entry }) => entryPaths[kind](entry.id),
      below: ({ statement }) => <CellSubline>{statement}</CellSubline>,
    },
    { field: 'kind', title: '类型', type: 'word', words: originalKinds },
    { field: 'state', title: '状态', type: 'status', words: originalStates, looks: originalStateStyles },
    { field: 'reason', title: '驳回原因' },
    { field: 'created_at', title: '提交时间', type: 'time' },
    { field: 'decided_at', title: '审核时间', type: 'time' },
  ],
  filters: {
    state: { label: '状态', options: originalStates },
    kind: { label: '类型', options: originalKinds },
  },
  form: { createLabel: '申请原创' },
  actions: [
    {
      name: 'withdraw',
      label: '撤回申请',
      icon: <Icon name="undo" />,
      endpoint: originals.withdraw,
      allowed: ({ state }) => state === 'pending',
      whenOff: 'hidden',
      effect: '不再等待审核；作品照常公开，以后可以重新申请。',
    },
  ],
  pages: { create: () => import('./OriginalCreate.tsx') },
  live: 'notifications',
  empty: { title: '还没有原创申请', hint: '先公开一个镜像或数据集，再说明哪些工作是你做的、有什么可以证明。' },
})
