import { type ChangeKind, change_kinds, change_statuses, operator_changes } from '#contract/operator/changes.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operator_paths } from '#src/operator/paths.ts'
import { diffText, FactsDiff } from '#src/operator/shared/FieldsDiff.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { Looks } from '#src/ui/StateTag.tsx'

/** What would change. */
const targetPages: Record<ChangeKind, (id: string) => string> = {
  price: operator_paths.product,
  activity: operator_paths.activity,
  role: operator_paths.user,
  unfreeze: operator_paths.user,
  adjustment: operator_paths.user,
  coupon_open: (id) => `${operator_paths.coupons}/${id}`,
  coupon_codes: (id) => `${operator_paths.coupons}/${id}`,
  coupon_grant: (id) => `${operator_paths.coupons}/${id}`,
  refund: (id) => `${operator_paths.orders}/${id}`,
  llm_price: operator_paths.llm_model,
}

const kinds = Object.fromEntries(Object.entries(change_kinds).map(([kind, { label }]) => [kind, label]))
const looks: Looks<keyof typeof change_statuses> = {
  pending: { tone: 'warning', icon: 'clock' },
  approved: { tone: 'success', icon: 'check' },
  rejected: { tone: 'danger', icon: 'close' },
  withdrawn: { tone: 'neutral', icon: 'undo' },
}

/** What takes two people: requested by one operator, decided by another (product §10). */
export default defineResource({
  name: 'operator-changes',
  label: '变更审批',
  meaning:
    '调价、活动条款、变更角色、解冻，以及超过每人每天额度的余额调整、发券和退款由一人提出、另一人批准；自己提出的不能自己审批。',
  path: operator_paths.changes,
  nav: { group: 'office', order: 20, icon: 'check' },
  api: { list: operator_changes.list, one: operator_changes.get },
  title: (change) => change.title,
  columns: [
    { field: 'title', title: '变更' },
    { field: 'kind', title: '类型', text: (change) => change_kinds[change.kind].label },
    {
      field: 'after',
      title: '前后对比',
      render: (change) => <FactsDiff before={change.before} after={change.after} />,
      text: (change) => diffText(change.before, change.after),
    },
    { field: 'reason', title: '原因' },
    { field: 'status', title: '状态', type: 'status', words: change_statuses, looks },
    {
      field: 'requested_by',
      title: '提出人',
      text: (change) => `${change.requested_by.nickname}${change.own ? '（我）' : ''}`,
    },
    { field: 'requested_at', title: '提出时间', type: 'time' },
  ],
  details: [
    { field: 'target_id', title: '对象', type: 'link', to: ({ kind, target_id }) => targetPages[kind](target_id) },
    { field: 'decided_by', title: '审批人', text: (change) => change.decided_by?.nickname ?? '' },
    { field: 'decided_at', title: '处理时间', type: 'time' },
    { field: 'note', title: '驳回意见' },
  ],
  filters: {
    status: { label: '状态', options: change_statuses },
    kind: { label: '类型', options: kinds },
  },
  actions: [
    {
      name: 'approve',
      label: '批准',
      icon: <Icon name="check" />,
      endpoint: operator_changes.approve,
      allowed: (change) => change.status === 'pending' && !change.own,
      when_off: 'hidden',
      effect: (change) => `${diffText(change.before, change.after)}。批准后立即生效。`,
    },
    {
      name: 'reject',
      label: '驳回',
      icon: <Icon name="close" />,
      danger: true,
      endpoint: operator_changes.reject,
      allowed: (change) => change.status === 'pending' && !change.own,
      when_off: 'hidden',
      effect: '驳回后不发生任何变更，提出人会收到意见，可以重新提出。',
      fields: [{ name: 'note', label: '意见', input: 'textarea', placeholder: '例如 原价与公告不一致' }],
    },
    {
      name: 'withdraw',
      label: '撤回',
      icon: <Icon name="undo" />,
      endpoint: operator_changes.withdraw,
      allowed: (change) => change.status === 'pending' && change.own,
      when_off: 'hidden',
      effect: '撤回后不发生任何变更，可以重新提出。',
    },
  ],
  empty: {
    title: '没有变更申请',
    hint: '在产品页申请调价，在活动页申请条款，或在用户页申请变更角色、解冻，还有超过当天额度的调整、发券和退款，都会先到这里等别人审批。',
    action: null,
  },
})
