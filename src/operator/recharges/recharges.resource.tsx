import { operator_recharges } from '#contract/operator/recharges.ts'
import { recharge_channels, recharge_statuses } from '#contract/wallet.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { RechargeStatusTag } from '#src/features/wallet/recharge/RechargeStatusTag.tsx'
import { operator_paths } from '#src/operator/paths.ts'
import { Below } from '#src/operator/shared/Below.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import { formatTimeExact } from '#src/ui/format-time.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { Yuan } from '#src/ui/Yuan.tsx'

/** Every payment by Alipay and WeChat Pay, and what its provider said last. */
export default defineResource({
  name: 'operator-recharges',
  label: '充值',
  meaning: '到账以支付渠道的签名通知或查询为准，同一笔只入账一次；没有收到通知的由平台自己去查。',
  path: operator_paths.recharges,
  nav: { group: 'money', order: 30, icon: 'wallet' },
  api: { list: operator_recharges.list },
  title: (recharge) => `${recharge.owner.nickname} ${recharge.amount} 元`,
  columns: [
    {
      field: 'created_at',
      title: '发起时间',
      render: ({ created_at }) => <TimeText at={created_at} />,
      text: ({ created_at }) => formatTimeExact(created_at),
    },
    { field: 'owner', title: '用户', text: ({ owner }) => owner.nickname },
    { field: 'channel', title: '支付方式', text: ({ channel }) => recharge_channels[channel] },
    { field: 'amount', title: '金额（元）', render: ({ amount }) => <Yuan amount={amount} bare />, align: 'end' },
    {
      field: 'status',
      title: '状态',
      render: ({ status }) => <RechargeStatusTag status={status} />,
      text: ({ status }) => recharge_statuses[status],
    },
    {
      field: 'provider_word',
      title: '渠道状态',
      render: ({ provider_word, checked_at }) =>
        checked_at ? (
          <span>
            {provider_word}
            <Below>
              <TimeText at={checked_at} />
            </Below>
          </span>
        ) : (
          '—'
        ),
      text: ({ provider_word }) => provider_word ?? '',
    },
    {
      field: 'trade_no',
      title: '商户订单号',
      render: ({ trade_no }) => <CopyText text={trade_no} label="复制商户订单号" mono />,
    },
    {
      field: 'provider_no',
      title: '渠道交易号',
      render: ({ provider_no }) => (provider_no ? <CopyText text={provider_no} label="复制渠道交易号" mono /> : '—'),
      text: ({ provider_no }) => provider_no ?? '',
    },
  ],
  filters: {
    status: { label: '状态', options: recharge_statuses },
    channel: { label: '支付方式', options: recharge_channels },
  },
  search: '商户订单号、渠道交易号或用户',
  actions: [
    {
      name: 'check',
      label: '查询渠道',
      icon: <Icon name="refresh" />,
      endpoint: operator_recharges.check,
      allowed: ({ status }) => status !== 'paid',
      when_off: 'hidden',
      effect: '向支付渠道查询这一笔；渠道说已付款的会立即入账，其余不变。',
    },
  ],
  empty: { title: '还没有充值', hint: '用户发起的每一笔充值都会列在这里。', action: null },
})
