import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorIdentities } from '#contract/operator/identities.ts'
import { type IdentityReviewState, identityReviewStates } from '#contract/users.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { canDecideByStatus } from '#src/operator/shared/can-decide.ts'
import { createPersonColumn, PersonLink } from '#src/operator/shared/person-column.tsx'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { StateStyles } from '#src/ui/StateTag.tsx'

const statusStyles: StateStyles<IdentityReviewState> = {
  pending: { tone: 'warning', icon: 'clock' },
  passed: { tone: 'success', icon: 'check' },
  refused: { tone: 'danger', icon: 'close' },
}

/** People waiting for manual verification without an authority (IDENTITY=manual), longest waiting first. */
export default defineResource({
  name: 'operator-identities',
  label: '个人实名审核',
  meaning: '核对姓名与身份证号。号码默认隐藏，验证身份后才能查看，每次查看都记入审计；审核结束后这里不再保存号码。',
  path: operatorPaths.identities,
  nav: { section: 'reviews', order: 20, tab: '个人实名' },
  api: { list: operatorIdentities.list, one: operatorIdentities.get, history: operatorAudit.history },
  title: ({ owner }) => `${owner.nickname} 的个人实名`,
  columns: [
    {
      field: 'name',
      title: '姓名',
      below: ({ owner }) => (
        <CellSubline>
          <PersonLink person={owner} />
        </CellSubline>
      ),
    },
    { field: 'status', title: '状态', type: 'status', words: identityReviewStates, looks: statusStyles },
    { field: 'id_number', title: '身份证号' },
    { field: 'twin', title: '提示', text: ({ twin }) => (twin ? '该身份证号已认证另一个账号' : '') },
    { field: 'submitted_at', title: '提交时间', type: 'time' },
    createPersonColumn('decided_by', '审核人'),
  ],
  details: [
    createPersonColumn('owner', '提交者'),
    { field: 'reason', title: '驳回原因' },
    { field: 'decided_at', title: '审核时间', type: 'time' },
  ],
  filters: { status: { label: '状态', options: identityReviewStates } },
  search: '昵称或用户编号',
  actions: [
    {
      name: 'pass',
      label: '通过',
      icon: <Icon name="check" />,
      endpoint: operatorIdentities.pass,
      allowed: canDecideByStatus,
      whenOff: 'hidden',
      effect: ({ owner }) => `${owner.nickname} 将被认证为本人，立即可以租用算力。`,
    },
    {
      name: 'refuse',
      label: '驳回',
      icon: <Icon name="close" />,
      danger: true,
      endpoint: operatorIdentities.refuse,
      allowed: canDecideByStatus,
      whenOff: 'hidden',
      effect: '原因会告诉用户，修改后可以重新提交；提交的号码随即删除。',
      fields: [{ name: 'reason', label: '原因', input: 'textarea', placeholder: '例如 姓名与身份证号不一致，请核对后重新提交' }],
    },
  ],
  pages: { show: () => import('./IdentityShow.tsx') },
  empty: { title: '没有需要审核的个人实名', hint: '个人实名改由人工审核后，用户的提交会出现在这里。', action: null },
})
