import { creatorAuditStates, creatorFields } from '#contract/creator-labels.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { type OperatorCreatorAudit, operatorCreators } from '#contract/operator/creators.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { canDecideByState } from '#src/operator/shared/can-decide.ts'
import { createPersonColumn, PersonLink } from '#src/operator/shared/person-column.tsx'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { creatorReviewStyles } from './creator-review-styles.ts'

const canRevoke = ({ state, own, revoked_at: revokedAt, is_creator: isCreator }: OperatorCreatorAudit) =>
  state === 'approved' && revokedAt === null && isCreator && !own

/** Applications to become a creator (requirements §7, product §10), longest waiting first. */
export default defineResource({
  name: 'operator-creator-reviews',
  label: '创作者审核',
  meaning: '核对介绍与链接。通过后得到创作者标识，可以为发布的镜像定价；自己的申请由其他审核人员处理。',
  path: operatorPaths.creatorReviews,
  nav: { section: 'reviews', order: 70, tab: '创作者' },
  api: { list: operatorCreators.list, one: operatorCreators.get, history: operatorAudit.history },
  title: ({ owner }) => `${owner.nickname} 的申请`,
  columns: [
    {
      field: 'owner',
      title: '申请人',
      text: ({ owner }) => `${owner.nickname} 的申请`,
      below: ({ owner }) => (
        <CellSubline>
          <PersonLink person={owner} />
          {` · ${owner.name ?? '未实名'}`}
        </CellSubline>
      ),
    },
    { field: 'state', title: '状态', type: 'status', words: creatorAuditStates, looks: creatorReviewStyles },
    { field: 'field', title: '方向', type: 'word', words: creatorFields },
    { field: 'images', title: '已发布', text: ({ images, data_sets: dataSets }) => `${images} 个镜像，${dataSets} 个数据集` },
    { field: 'submitted_at', title: '提交时间', type: 'time' },
    createPersonColumn('decided_by', '审核人'),
  ],
  details: [
    createPersonColumn('owner', '申请人', ({ owner }: { owner: { name: string | null } }) => `（${owner.name ?? '未实名'}）`),
    { field: 'introduction', title: '介绍' },
    { field: 'is_creator', title: '现在是创作者', type: 'yesNo' },
    { field: 'reason', title: '驳回原因' },
    { field: 'decided_at', title: '审核时间', type: 'time' },
    { field: 'revoked_at', title: '收回时间', type: 'time' },
    { field: 'revoked_reason', title: '收回原因' },
  ],
  filters: {
    state: { label: '状态', options: creatorAuditStates },
    field: { label: '方向', options: creatorFields },
  },
  search: '昵称、介绍或用户编号',
  actions: [
    {
      name: 'approve',
      label: '通过',
      icon: <Icon name="check" />,
      endpoint: operatorCreators.approve,
      allowed: canDecideByState,
      whenOff: 'hidden',
      effect: ({ owner }) => `${owner.nickname} 立即得到创作者标识，可以为发布的镜像定价，别人的使用产生收益。`,
    },
    {
      name: 'refuse',
      label: '驳回',
      icon: <Icon name="close" />,
      danger: true,
      endpoint: operatorCreators.refuse,
      allowed: canDecideByState,
      whenOff: 'hidden',
      effect: '原因会告诉申请人，修改后可以再次申请。',
      fields: [{ name: 'reason', label: '原因', input: 'textarea', placeholder: '例如 请补充能看到作品的链接' }],
    },
    {
      name: 'revoke',
      label: '收回资格',
      icon: <Icon name="undo" />,
      danger: true,
      endpoint: operatorCreators.revoke,
      allowed: canRevoke,
      whenOff: 'hidden',
      effect: '不能再发布收费镜像，标识随即消失。已发布的内容和价格不变，收益照常对账入账；本人可以重新申请。',
      fields: [{ name: 'reason', label: '原因', input: 'textarea', placeholder: '本人会看到' }],
    },
  ],
  pages: { show: () => import('./CreatorShow.tsx') },
  empty: { title: '没有创作者申请', hint: '用户申请成为创作者后会出现在这里，审核人员会收到通知。', action: null },
})
