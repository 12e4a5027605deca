import { operator_audit } from '#contract/operator/audit.ts'
import { type OperatorOriginal, operator_originals } from '#contract/operator/originals.ts'
import { original_kinds, original_states } from '#contract/originals.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { original_looks } from '#src/features/images/state-styles.ts'
import { operator_paths } from '#src/operator/paths.ts'
import { Below } from '#src/operator/shared/CellSubline.tsx'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { Evidence } from './EvidenceLinks.tsx'

const waits = ({ state, own }: OperatorOriginal) => state === 'pending' && !own
const pageOf = { image: paths.community_image, data_set: paths.community_data_set }

/** Who asks for the badge 原创 (product §10). */
export default defineResource({
  name: 'operator-original-reviews',
  label: '原创审核',
  meaning: '核对说明与证明链接，通过后作品得到原创徽章。自己提交的由其他审核人员处理。',
  path: operator_paths.original_reviews,
  nav: { group: 'review', order: 40, icon: 'shield' },
  api: { list: operator_originals.list, one: operator_originals.get, history: operator_audit.history },
  title: ({ entry }) => entry.name,
  columns: [
    {
      field: 'entry',
      title: '作品',
      text: ({ entry }) => entry.name,
      below: ({ author, own }) => <Below>{`${author.nickname}${own ? '（自己）' : ''}`}</Below>,
    },
    { field: 'kind', title: '类型', type: 'word', words: original_kinds },
    { field: 'state', title: '状态', type: 'status', words: original_states, looks: original_looks },
    { field: 'created_at', title: '提交时间', type: 'time' },
    { field: 'decided_by', title: '审核人', text: ({ decided_by }) => decided_by?.nickname ?? '' },
  ],
  details: [
    { field: 'statement', title: '原创说明' },
    {
      field: 'links',
      title: '证明链接',
      render: ({ links }) => <Evidence links={links} />,
      text: ({ links }) => links.join(' '),
    },
    { field: 'reason', title: '驳回原因' },
    { field: 'decided_at', title: '审核时间', type: 'time' },
  ],
  filters: {
    state: { label: '状态', options: original_states },
    kind: { label: '类型', options: original_kinds },
  },
  search: '作品或作者',
  actions: [
    {
      name: 'open',
      label: '查看作品',
      icon: <Icon name="external" />,
      href: ({ kind, entry }) => pageOf[kind](entry.id),
    },
    {
      name: 'approve',
      label: '通过',
      icon: <Icon name="check" />,
      endpoint: operator_originals.approve,
      allowed: waits,
      when_off: 'hidden',
      effect: ({ entry }) => `「${entry.name}」得到原创徽章，立即显示在社区，作者会收到通知。`,
    },
    {
      name: 'reject',
      label: '驳回',
      icon: <Icon name="close" />,
      danger: true,
      endpoint: operator_originals.reject,
      allowed: waits,
      when_off: 'hidden',
      effect: '作品照常公开，没有徽章；作者看到原因，可以重新申请。',
      fields: [{ name: 'reason', label: '原因', input: 'textarea', placeholder: '作者会看到，请写明缺什么' }],
    },
  ],
  pages: { show: () => import('./OriginalReviewShow.tsx') },
  empty: { title: '没有需要审核的原创申请', hint: '作者为公开的镜像或数据集申请徽章后会出现在这里。', action: null },
})
