import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { InstanceEvent } from './instances.ts'
import { dayRange, Keyword, listQuery } from './list.ts'
import { OverviewTodo } from './overview-todos.ts'
import { AmountInput, ById, Id, Time, Yuan } from './scalars.ts'

const Wallet = z
  .object({
    cash: Yuan.meta({ description: '可用余额' }),
    accrued: Yuan.meta({ description: '运行中尚未结算的费用' }),
    accrued_voucher: Yuan.meta({ description: '其中将由代金券抵扣的部分' }),
    voucher: Yuan.meta({ description: '有效的代金券余额，已减去 accrued_voucher；各有适用范围' }),
    frozen: Yuan.meta({ description: '提现审核中，已冻结' }),
    income: Yuan.meta({ description: '收益余额' }),
    burn_hour: Yuan.meta({ description: '当前每小时消耗' }),
    hours_left: z.number().nullable().meta({ description: '约可用小时；不消耗时为 null' }),
    recharged: Yuan,
    consumed: Yuan,
  })
  .meta({ id: 'Wallet' })

/** Kinds of ledger transactions; each row of 收支明细 has one. */
export const ledgerEntryKinds = {
  recharge: '充值',
  order: '订单支付',
  usage: '按量扣费',
  refund: '退款',
  late_fee: '滞纳金',
  withdraw_hold: '提现冻结',
  withdraw_return: '提现退回',
  withdraw: '提现到账',
  voucher_grant: '代金券发放',
  voucher_end: '代金券失效',
  reward: '邀请奖励',
  llm_usage: '大模型用量',
  creator_income: '创作收益',
  allocate: '子账号额度',
  adjust: '余额调整',
} as const
export type LedgerEntryKind = keyof typeof ledgerEntryKinds

export const LedgerEntry = z
  .object({
    id: Id,
    kind: z.enum(Object.keys(ledgerEntryKinds) as [LedgerEntryKind, ...LedgerEntryKind[]]),
    title: z.string().meta({ description: '入账时的文字；其中的实例名称是当时的名称' }),
    amount: Yuan.meta({ description: '收入为正，支出为负' }),
    balance_after: Yuan,
    at: Time,
  })
  .meta({ id: 'LedgerEntry' })

/** Wallets shown in 收支明细; `frozen` is held for a withdrawal. */
export const walletNames = { cash: '可用余额', voucher: '代金券', frozen: '冻结', income: '收益' } as const
export type WalletName = keyof typeof walletNames

export const OwnLedgerEntry = LedgerEntry.extend({
  wallet: z.enum(Object.keys(walletNames) as [WalletName, ...WalletName[]]),
  voucher: z.string().nullable().meta({ description: '代金券的名称，balance_after 是这一张的余额；其他钱包为 null' }),
  ref: Id.nullable().meta({ description: '订单、充值、提现、实例、大模型密钥或月度对账单的编号，由 kind 决定是哪一种' }),
}).meta({ id: 'OwnEntry' })
export type OwnLedgerEntry = z.infer<typeof OwnLedgerEntry>

/** Filters of 收支明细, shared by the list, its sums and its export. */
export const ledgerEntryFilters = {
  keyword: Keyword,
  kind: LedgerEntry.shape.kind.optional(),
  wallet: OwnLedgerEntry.shape.wallet.optional().meta({ description: '默认 cash' }),
  ...dayRange,
}

export const rechargeStatuses = { pending: '待支付', paid: '已到账', closed: '已关闭' } as const
export type RechargeStatus = keyof typeof rechargeStatuses
const RechargeChannel = z.enum(['alipay', 'wechat'])
export const rechargeChannels = { alipay: '支付宝', wechat: '微信支付' } as const satisfies Record<
  z.infer<typeof RechargeChannel>,
  string
>

export const Recharge = z
  .object({
    id: Id,
    amount: Yuan,
    channel: RechargeChannel,
    status: z.enum(Object.keys(rechargeStatuses) as [RechargeStatus, ...RechargeStatus[]]),
    pay_url: z.string().nullable().meta({ description: '收银台地址，也是二维码内容；待支付时才有' }),
    pay_way: z.enum(['qr', 'page']).meta({ description: 'qr：扫码；page：打开支付渠道的网页' }),
    created_at: Time,
    expires_at: Time,
    paid_at: Time.nullable(),
  })
  .meta({ id: 'Recharge' })

/** Target account of a bank transfer, and the remark it must contain. */
export const CompanyBankAccount = z
  .object({
    bank_name: z.string(),
    account_name: z.string(),
    account_number: z.string(),
    remark_code: z.string().meta({ description: '转账备注，每个账号一个' }),
    sample: z.boolean().meta({ description: '未配置，沙箱给出的示例账户' }),
  })
  .meta({ id: 'BankAccount' })

export const wallet = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/wallet',
    access: 'user',
    summary: '钱包',
    description: "Returns the caller's balance, vouchers, unsettled charges and hourly consumption, in yuan.",
    source: 'decided: product §5',
    data: Wallet,
  }),
  entries: endpoint({
    method: 'GET',
    path: '/api/v1/wallet/entry/list',
    access: 'user',
    summary: '收支明细：每一行账',
    description: "Lists the ledger entries of one of the caller's wallets, cash by default, newest first.",
    source: 'decided: product §5',
    query: listQuery(['at'], ledgerEntryFilters),
    data: z.array(OwnLedgerEntry),
    paged: true,
  }),
  recharge: endpoint({
    method: 'POST',
    path: '/api/v1/recharge',
    access: 'main',
    idempotent: true,
    summary: '发起充值',
    description: 'Creates a payment of an amount in yuan by Alipay or WeChat Pay; the balance rises once it is paid.',
    message: '请完成支付',
    source: 'decided: product §5',
    body: z.object({ amount: AmountInput, channel: RechargeChannel }),
    data: Recharge,
  }),
  recharge_ways: endpoint({
    method: 'GET',
    path: '/api/v1/recharge/way',
    access: 'main',
    summary: '可用的充值方式与对公账户',
    description: "Returns the payment channels and the bank account to recharge by, with the caller's remark code.",
    source: 'decided: product §5, docs/decisions/033',
    data: z.object({
      channels: z.array(RechargeChannel),
      bank: CompanyBankAccount.nullable().meta({ description: '未配置时为 null，不能对公转账' }),
    }),
  }),
  recharges: endpoint({
    method: 'GET',
    path: '/api/v1/recharge/list',
    access: 'main',
    summary: '充值记录',
    description: "Lists the caller's recharges, newest first.",
    source: 'decided: product §5',
    query: listQuery(['created_at'], { status: Recharge.shape.status.optional() }),
    data: z.array(Recharge),
    paged: true,
  }),
  get_recharge: endpoint({
    method: 'GET',
    path: '/api/v1/recharge/:id',
    access: 'main',
    owned: 'recharge',
    summary: '充值订单',
    description: 'Returns one recharge, with its payment URL while it is unpaid.',
    source: 'decided: product §5',
    params: ById,
    data: Recharge,
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/v1/overview',
    access: 'user',
    summary: '控制台总览：在跑什么，每小时多少钱，余额能用多久，什么需要处理，最近发生了什么',
    description: "Returns the console's overview: wallet, instance counts, what needs the caller, and the latest events.",
    source: 'decided: product §10',
    data: z.object({
      wallet: Wallet,
      counts: z.object({
        total: z.number().int(),
        running: z.number().int(),
        shut_down: z.number().int(),
        abnormal: z.number().int(),
      }),
      todos: z.array(OverviewTodo).meta({ description: '需要处理的事，紧急的在前' }),
      events: z.array(InstanceEvent.extend({ instance_id: Id, instance_name: z.string() })),
    }),
  }),
}
