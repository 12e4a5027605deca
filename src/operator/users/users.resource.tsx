import { roleNames } from '#contract/access.ts'
import { certificationKinds, certificationStates } from '#contract/certification.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorUsers } from '#contract/operator/users.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { runningInstancesColumn } from '#src/operator/shared/running-instances-column.ts'
import { CellSubline } from '#src/ui/CellSubline.tsx'

const reasonField = { name: 'reason', label: '原因', input: 'textarea' } as const

/** All accounts (product §10). ID numbers are never shown. */
export default defineResource({
  name: 'operator-users',
  label: '用户',
  meaning: '手机号默认脱敏，输入完整号码才能查到并显示；身份证号从不显示。',
  path: operatorPaths.users,
  nav: { section: 'users', order: 10 },
  api: { list: operatorUsers.list, one: operatorUsers.get, history: operatorAudit.history },
  title: (user) => user.nickname,
  columns: [
    { field: 'nickname', title: '昵称', below: (user) => <CellSubline>{user.phone}</CellSubline> },
    {
      field: 'frozen_at',
      title: '状态',
      type: 'status',
      value: ({ frozen_at: frozenAt }) => (frozenAt ? 'frozen' : 'active'),
      words: { frozen: '已冻结', active: '正常' },
      looks: { frozen: { tone: 'danger', icon: 'warning' }, active: { tone: 'success', icon: 'check' } },
    },
    { field: 'role', title: '角色', type: 'word', words: roleNames },
    { field: 'verified', title: '实名', text: (user) => (user.verified ? '已实名' : '未实名') },
    { field: 'balance', title: '余额（元）', type: 'yuan' },
    runningInstancesColumn,
    { field: 'created_at', title: '注册时间', type: 'time' },
  ],
  details: [
    { field: 'phone', title: '手机号' },
    { field: 'uuid', title: 'UUID', type: 'copy', label: '复制 UUID' },
    {
      field: 'certification',
      title: '企业 / 高校认证',
      text: ({ certification: paper }) =>
        paper ? `${paper.organisation}（${certificationKinds[paper.kind]}，${certificationStates[paper.status]}）` : '无',
    },
    { field: 'frozen_reason', title: '冻结原因' },
  ],
  filters: {
    role: { label: '角色', options: roleNames },
    frozen: { label: '是否冻结', options: { true: '已冻结', false: '正常' } },
    balance: { label: '余额', options: { positive: '有余额', negative: '欠费' } },
  },
  search: '完整手机号、UUID 或昵称',
  actions: [
    {
      name: 'freeze',
      label: '冻结',
      danger: true,
      endpoint: operatorUsers.freeze,
      allowed: (user) => !user.frozen_at && user.role === 'user',
      whenOff: 'hidden',
      effect: '立即结束全部登录，不能再登录；运行中的实例以「违规」关机，按量计费停止，数据、余额和账单都保留。解冻须两人。',
      fields: [{ ...reasonField, placeholder: '例如 疑似挖矿，已于 24 小时前警告' }],
    },
    {
      name: 'request_unfreeze',
      label: '申请解冻',
      endpoint: operatorUsers.request_unfreeze,
      allowed: (user) => user.frozen_at !== null,
      whenOff: 'hidden',
      effect: '提交后由另一位有权限的运营人员审批，批准时生效。实例不会自动开机。',
      fields: [reasonField],
    },
    {
      name: 'request_role',
      label: '变更角色',
      endpoint: operatorUsers.request_role,
      allowed: (user) => !user.frozen_at,
      whenOff: 'hidden',
      effect: '提交后由另一位管理员审批，批准时生效，对方需要重新登录。',
      fields: [{ name: 'role', label: '角色', input: 'select', options: roleNames }, reasonField],
      initial: (user) => ({ role: user.role }),
    },
  ],
  pages: { show: () => import('./UserShow.tsx') },
})
