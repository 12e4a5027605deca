import { operatorRecharges } from '#contract/operator/recharges.ts'
import { rechargeChannels, rechargeStatuses } from '#contract/wallet.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { rechargeStatusStyles } from '#src/features/wallet/shared.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { createPersonColumn } from '#src/operator/shared/person-column.tsx'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'

/** Every Alipay and WeChat Pay payment, with the provider's last reported status. */
export default defineResource({
  name: 'operator-recharges',
  label: '充值',
  meaning: '到账以支付渠道的签名通知或查询为准，同一笔只入账一次；没有收到通知的由平台自己去查。',
  path: operatorPaths.recharges,
  nav: { section: 'payments', order: 20 },
  api: { list: operatorRecharges.list },
  title: (recharge) => `${recharge.owner.nickname} ${formatYuan(recharge.amount)} 元`,
  columns: [
    { field: 'created_at', title: '发起时间', type: 'time' },
    createPersonColumn('owner', '用户'),
    { field: 'channel', title: '支付方式', type: 'word', words: rechargeChannels },
    { field: 'amount', title: '金额（元）', type: 'yuan' },
    { field: 'status', title: '状态', type: 'status', words: rechargeStatuses, looks: rechargeStatusStyles },
    {
      field: 'provider_word',
      title: '渠道状态',
      render: ({ provider_word: providerWord, checked_at: checkedAt }) =>
        checkedAt ? (
          <span>
            {providerWord}
            <CellSubline>
              <TimeText at={checkedAt} />
            </CellSubline>
          </span>
        ) : (
          '—'
        ),
      text: ({ provider_word: providerWord }) => providerWord ?? '',
    },
    { field: 'trade_no', title: '商户订单号', type: 'copy', label: '复制商户订单号', spare: true },
    { field: 'provider_no', title: '渠道交易号', type: 'copy', label: '复制渠道交易号' },
  ],
  filters: {
    status: { label: '状态', options: rechargeStatuses },
    channel: { label: '支付方式', options: rechargeChannels },
  },
  search: '订单号、交易号或用户',
  actions: [
    {
      name: 'check',
      label: '查询渠道',
      icon: <Icon name="refresh" />,
      endpoint: operatorRecharges.check,
      allowed: ({ status }) => status !== 'paid',
      whenOff: 'hidden',
      effect: '向支付渠道查询这一笔；渠道说已付款的会立即入账，其余不变。',
    },
  ],
  empty: { title: '还没有充值', hint: '用户发起的每一笔充值都会列在这里。', action: null },
})
