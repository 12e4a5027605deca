import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorOriginals } from '#contract/operator/originals.ts'
import { originalKinds, originalStates } from '#contract/originals.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { originalStateStyles } from '#src/features/images/shared.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { canDecideByState } from '#src/operator/shared/can-decide.ts'
import { createPersonColumn, PersonLink } from '#src/operator/shared/person-column.tsx'
import { paths } from '#src/paths.ts'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { MarkdownAnchor } from '#src/ui/markdown/MarkdownAnchor.tsx'

/** Links from the applicant; they open in a new tab, and only http(s) links are active. */
const EvidenceLinks = ({ links }: { links: readonly string[] }) =>
  links.map((link) => (
    <div key={link}>
      <MarkdownAnchor href={link}>{link}</MarkdownAnchor>
    </div>
  ))

const entryPaths = { image: paths.communityImage, data_set: paths.communityDataSet }

/** Applications for the badge 原创 (product §10). */
export default defineResource({
  name: 'operator-original-reviews',
  label: '原创审核',
  meaning: '核对说明与证明链接，通过后作品得到原创徽章。自己提交的由其他审核人员处理。',
  path: operatorPaths.originalReviews,
  nav: { section: 'reviews', order: 60, tab: '原创' },
  api: { list: operatorOriginals.list, one: operatorOriginals.get, history: operatorAudit.history },
  title: ({ entry }) => entry.name,
  columns: [
    {
      field: 'entry',
      title: '作品',
      text: ({ entry }) => entry.name,
      below: ({ author, own }) => (
        <CellSubline>
          <PersonLink person={author} />
          {own && '（自己）'}
        </CellSubline>
      ),
    },
    { field: 'kind', title: '类型', type: 'word', words: originalKinds },
    { field: 'state', title: '状态', type: 'status', words: originalStates, looks: originalStateStyles },
    { field: 'created_at', title: '提交时间', type: 'time' },
    createPersonColumn('decided_by', '审核人'),
  ],
  details: [
    createPersonColumn('author', '作者', ({ own }: { own: boolean }) => (own ? '（自己）' : '')),
    { field: 'statement', title: '原创说明' },
    {
      field: 'links',
      title: '证明链接',
      render: ({ links }) => <EvidenceLinks links={links} />,
      text: ({ links }) => links.join(' '),
    },
    { field: 'reason', title: '驳回原因' },
    { field: 'decided_at', title: '审核时间', type: 'time' },
  ],
  filters: {
    state: { label: '状态', options: originalStates },
    kind: { label: '类型', options: originalKinds },
  },
  search: '作品或作者',
  actions: [
    {
      name: 'open',
      label: '查看作品',
      icon: <Icon name="external" />,
      href: ({ kind, entry }) => entryPaths[kind](entry.id),
    },
    {
      name: 'approve',
      label: '通过',
      icon: <Icon name="check" />,
      endpoint: operatorOriginals.approve,
      allowed: canDecideByState,
      whenOff: 'hidden',
      effect: ({ entry }) => `「${entry.name}」得到原创徽章，立即显示在社区，作者会收到通知。`,
    },
    {
      name: 'reject',
      label: '驳回',
      icon: <Icon name="close" />,
      danger: true,
      endpoint: operatorOriginals.reject,
      allowed: canDecideByState,
      whenOff: 'hidden',
      effect: '作品照常公开，没有徽章；作者看到原因，可以重新申请。',
      fields: [{ name: 'reason', label: '原因', input: 'textarea', placeholder: '作者会看到，请写明缺什么' }],
    },
  ],
  pages: { show: () => import('#src/operator/shared/CaseShow.tsx') },
  empty: { title: '没有需要审核的原创申请', hint: '作者为公开的镜像或数据集申请徽章后会出现在这里。', action: null },
})
