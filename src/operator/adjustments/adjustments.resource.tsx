import { groupThousands } from '#contract/group-thousands.ts'
import { limits } from '#contract/limits.ts'
import { adjustmentDirections, operatorAdjustments } from '#contract/operator/adjustments.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { createPersonColumn } from '#src/operator/shared/person-column.tsx'
import { formatYuan } from '#src/ui/format-yuan.ts'

const singleOperatorYuan = groupThousands(String(limits.operatorAloneFen / 100))

/** Balance adjustments by operators, up or down, with the reason (product §10). */
export default defineResource({
  name: 'operator-adjustments',
  label: '余额调整',
  meaning: `补偿、更正和扣回；增加的余额可以消费，不能提现和开票。每人每天连同发券、退款和确认转账合计 ${singleOperatorYuan} 元以内立即生效，更多的由另一人批准。`,
  path: operatorPaths.adjustments,
  nav: { section: 'credits', order: 20 },
  api: { list: operatorAdjustments.list, create: operatorAdjustments.create },
  title: (row) => `${row.owner.nickname} ${formatYuan(row.amount)} 元`,
  columns: [
    { field: 'at', title: '时间', type: 'time' },
    createPersonColumn('owner', '用户'),
    { field: 'amount', title: '金额（元）', type: 'yuan', as: 'flow' },
    { field: 'reason', title: '原因' },
    { field: 'requested_by', title: '提出人' },
    { field: 'approved_by', title: '审批人' },
  ],
  search: '用户昵称、编号或原因',
  form: {
    create: [
      { name: 'user', label: '用户', placeholder: '完整手机号、UUID 或用户编号' },
      { name: 'direction', label: '方向', input: 'radio', options: adjustmentDirections, initial: 'add' },
      { name: 'amount', label: '金额（元）', placeholder: '例如 50.00', help: '扣减不会使余额低于零。' },
      { name: 'reason', label: '原因', input: 'textarea', placeholder: '例如 11 月 20 日机房断电补偿', help: '用户会看到。' },
    ],
    submit: '提交调整',
  },
  empty: { title: '还没有余额调整', hint: '补偿或更正用户的余额时新建一笔，每一笔都写进总账和审计日志。' },
})
