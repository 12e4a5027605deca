import { type ChangeKind, changeKinds, changeStatuses, operatorChanges } from '#contract/operator/changes.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { BriefText } from '#src/operator/shared/BriefText.tsx'
import { type EntityKind, EntityLink } from '#src/operator/shared/EntityLink.tsx'
import { FieldsDiff, formatFieldsDiff } from '#src/operator/shared/FieldsDiff.tsx'
import { createPersonColumn } from '#src/operator/shared/person-column.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { StateStyles } from '#src/ui/StateTag.tsx'

/** What each kind changes. */
const targetKinds: Record<ChangeKind, EntityKind> = {
  price: 'operator-products',
  activity: 'operator-activities',
  role: 'operator-users',
  unfreeze: 'operator-users',
  adjustment: 'operator-users',
  coupon_open: 'operator-coupons',
  coupon_codes: 'operator-coupons',
  coupon_grant: 'operator-coupons',
  refund: 'operator-orders',
  llm_price: 'operator-llm-models',
}
const targetLabels: Partial<Record<EntityKind, string>> = {
  'operator-products': '产品',
  'operator-activities': '活动',
  'operator-users': '用户',
  'operator-coupons': '优惠券批次',
  'operator-orders': '订单',
  'operator-llm-models': '模型',
}

const kindLabels = Object.fromEntries(Object.entries(changeKinds).map(([kind, { label }]) => [kind, label]))
const statusStyles: StateStyles<keyof typeof changeStatuses> = {
  pending: { tone: 'warning', icon: 'clock' },
  approved: { tone: 'success', icon: 'check' },
  rejected: { tone: 'danger', icon: 'close' },
  withdrawn: { tone: 'neutral', icon: 'undo' },
}

/** Changes that need two people: requested by one operator, decided by another (product §10). */
export default defineResource({
  name: 'operator-changes',
  label: '变更审批',
  meaning:
    '调价、活动条款、变更角色、解冻，以及超过每人每天额度的余额调整、发券和退款由一人提出、另一人批准；自己提出的不能自己审批。',
  path: operatorPaths.changes,
  nav: { section: 'reviews', order: 10 },
  api: { list: operatorChanges.list, one: operatorChanges.get },
  title: (change) => change.title,
  columns: [
    { field: 'title', title: '变更' },
    { field: 'kind', title: '类型', text: (change) => changeKinds[change.kind].label },
    {
      field: 'after',
      title: '前后对比',
      render: (change) => <FieldsDiff before={change.before} after={change.after} />,
      text: (change) => formatFieldsDiff(change.before, change.after),
    },
    {
      field: 'target_id',
      title: '对象',
      render: ({ kind, target_id: id }) => (
        <EntityLink kind={targetKinds[kind]} id={id}>
          查看{targetLabels[targetKinds[kind]]}
        </EntityLink>
      ),
      text: ({ target_id: id }) => id,
    },
    {
      field: 'reason',
      title: '原因',
      render: ({ reason }) => <BriefText>{reason}</BriefText>,
      text: ({ reason }) => reason,
    },
    { field: 'status', title: '状态', type: 'status', words: changeStatuses, looks: statusStyles },
    createPersonColumn('requested_by', '提出人', ({ own }: { own: boolean }) => (own ? '（我）' : '')),
    { field: 'requested_at', title: '提出时间', type: 'time' },
  ],
  details: [
    createPersonColumn('decided_by', '审批人'),
    { field: 'decided_at', title: '处理时间', type: 'time' },
    { field: 'note', title: '驳回意见' },
  ],
  filters: {
    todo: { label: '范围', options: { true: '等我审批' } },
    status: { label: '状态', options: changeStatuses },
    kind: { label: '类型', options: kindLabels },
  },
  actions: [
    {
      name: 'approve',
      label: '批准',
      icon: <Icon name="check" />,
      endpoint: operatorChanges.approve,
      allowed: (change) => change.status === 'pending' && !change.own,
      whenOff: 'hidden',
      effect: (change) => `${formatFieldsDiff(change.before, change.after)}。批准后立即生效。`,
    },
    {
      name: 'reject',
      label: '驳回',
      icon: <Icon name="close" />,
      danger: true,
      endpoint: operatorChanges.reject,
      allowed: (change) => change.status === 'pending' && !change.own,
      whenOff: 'hidden',
      effect: '驳回后不发生任何变更，提出人会收到意见，可以重新提出。',
      fields: [{ name: 'note', label: '意见', input: 'textarea', placeholder: '例如 原价与公告不一致' }],
    },
    {
      name: 'withdraw',
      label: '撤回',
      icon: <Icon name="undo" />,
      endpoint: operatorChanges.withdraw,
      allowed: (change) => change.status === 'pending' && change.own,
      whenOff: 'hidden',
      effect: '撤回后不发生任何变更，可以重新提出。',
    },
  ],
  pages: { show: () => import('#src/operator/shared/CaseShow.tsx') },
  empty: {
    title: '没有变更申请',
    hint: '在产品页申请调价，在活动页申请条款，或在用户页申请变更角色、解冻，还有超过当天额度的调整、发券和退款，都会先到这里等别人审批。',
    action: null,
  },
})
