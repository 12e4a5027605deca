import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { exportEndpoints } from '../export-tasks.ts'
import { dayRange, Keyword, listQuery } from '../list.ts'
import { Order, OrderDetail } from '../orders.ts'
import { AmountInput, ById, Id, Time, Yuan } from '../scalars.ts'
import { LedgerEntry, type LedgerEntryKind, ledgerEntryKinds } from '../wallet.ts'
import { OperatorReason, operatorLimitText, ReportPeriod } from './reason.ts'

const OperatorOrder = Order.extend({
  owner: z.object({ id: Id, nickname: z.string() }),
  price_version: z.number().int(),
}).meta({ id: 'OperatorOrder' })

export const OperatorOrderDetail = OrderDetail.extend({
  owner: OperatorOrder.shape.owner,
  product: z.object({ id: Id, name: z.string() }),
  instance_released: z.boolean().meta({ description: '实例已释放，只剩账目' }),
  refundable: Yuan.meta({ description: '实付现金中还没有退回的部分，最多退这么多；时长结束并计入邀请奖励之后为 0' }),
  refund_pending: z.boolean().meta({ description: '有一笔退款等待他人审批' }),
  refund_effect: z.string().meta({ description: '全部退回之后实例会怎样；没有可退的，说明为什么' }),
}).meta({ id: 'OperatorOrderDetail' })

/** All ledger accounts: user wallets first, then platform accounts. */
export const ledgerAccounts = {
  cash: '用户余额',
  frozen: '提现冻结',
  income: '用户收益',
  income_frozen: '收益冻结',
  voucher: '代金券',
  revenue: '收入',
  channel: '支付渠道',
  promotion: '营销',
  adjustment: '调整',
} as const
export type LedgerAccount = keyof typeof ledgerAccounts
const LedgerAccountName = z.enum(Object.keys(ledgerAccounts) as [LedgerAccount, ...LedgerAccount[]])

/** One ledger row of any account. */
const OperatorEntry = LedgerEntry.extend({
  account: LedgerAccountName,
  owner: z.object({ id: Id, nickname: z.string() }).nullable().meta({ description: '用户账户的所有者' }),
  transaction_id: z.string(),
  ref: z.string().nullable().meta({ description: '订单、充值或实例的编号' }),
}).meta({ id: 'OperatorEntry' })

export const operatorOrders = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/order/list',
    access: 'operator_finance',
    summary: '全部订单',
    description: 'Lists the orders of all users, newest first.',
    source: 'decided: product §10',
    query: listQuery(['created_at', 'amount'], {
      keyword: Keyword,
      status: Order.shape.status.optional(),
      kind: Order.shape.kind.optional(),
      price_id: Id.optional(),
      ...dayRange,
    }),
    data: z.array(OperatorOrder),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/order/:id',
    access: 'operator_finance',
    summary: '任一订单：付了什么、退过什么、账上的每一行',
    description: 'Returns any order: what was paid, refunded and posted, and what can be refunded.',
    source: 'decided: product §10',
    params: ById,
    data: OperatorOrderDetail,
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/v1/operator/order/:id/refund',
    access: 'operator_finance',
    idempotent: true,
    stepUp: true,
    summary: `退还订单实付的现金到用户余额；全部退回时收回买到的时长；超过${operatorLimitText}须他人批准`,
    description: "Refunds cash of an order to the user's balance; larger amounts wait for another operator's approval.",
    message: `已提交：${operatorLimitText}以内立即退款并通知用户，更多的等待他人审批`,
    source: 'decided: product §10',
    params: ById,
    body: z.object({ amount: AmountInput, reason: OperatorReason }),
    data: OperatorOrderDetail,
  }),
}

/** Kinds of postings by which instances are paid, and paid back. */
export const rentalEntryKinds: readonly LedgerEntryKind[] = ['order', 'usage', 'refund']

/** Values of the ledger's kind filter: each kind, and what renting adds up to. */
export const entryKindFilters = { rental: '租用（订单、按量与退款）', ...ledgerEntryKinds } as const
type EntryKindFilter = keyof typeof entryKindFilters

const entryFilters = {
  keyword: Keyword,
  account: OperatorEntry.shape.account.optional(),
  kind: z
    .enum(Object.keys(entryKindFilters) as [EntryKindFilter, ...EntryKindFilter[]])
    .optional()
    .meta({ description: 'One kind of posting; rental stands for order, usage and refund together.' }),
  period: ReportPeriod.optional(),
  ...dayRange,
}

export const operatorEntries = {
  sum: endpoint({
    method: 'GET',
    path: '/api/v1/operator/ledger_entry/sum',
    access: 'operator_finance',
    summary: '总账：所选分录之和',
    description: 'Returns the sums of the selected ledger entries in yuan.',
    source: 'decided: product §10',
    query: z.object(entryFilters),
    data: z.object({ plus: Yuan, minus: Yuan, net: Yuan }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/operator/ledger_entry/list',
    access: 'operator_finance',
    summary: '总账：每一行分录',
    description: 'Lists the ledger entries of all accounts, newest first.',
    source: 'decided: product §10',
    query: listQuery(['at', 'amount'], entryFilters),
    data: z.array(OperatorEntry),
    paged: true,
  }),
  ...exportEndpoints({
    path: '/api/v1/operator/ledger_entry/export',
    kind: 'operator_entry',
    rows: 'ledger entries of all accounts',
    filters: z.object(entryFilters),
  }),
}

export const operatorPanel = {
  stock: endpoint({
    method: 'GET',
    path: '/api/v1/operator/panel/stock',
    access: 'operator',
    summary: '利用率：GPU 与实例的现状',
    description: 'Returns how many GPUs are rented, free or closed, and how many instances are in each status.',
    source: 'decided: product §10',
    data: z.object({
      gpus: z.array(
        z.object({
          region_id: Id.nullable(),
          region_name: z.string().nullable(),
          gpu_model: z.string(),
          total: z.number().int(),
          rented: z.number().int(),
          free: z.number().int().meta({ description: '空闲且所在主机接收新实例' }),
          closed: z.number().int().meta({ description: '空闲但所在主机已排空、维护中、待登记或不可调度' }),
        }),
      ),
      instances: z.array(z.object({ status: z.number().int(), count: z.number().int() })),
      sms_codes: z
        .object({
          by_known: z.number().int().meta({ description: '已登录，或从登录过的网络索取' }),
          by_visitors: z.number().int(),
          visitors_max: z.number().int().meta({ description: '未登录时每天最多' }),
          budget: z.number().int(),
        })
        .meta({ description: '今天（北京时间）发出的短信验证码与每日上限' }),
    }),
  }),
  money: endpoint({
    method: 'GET',
    path: '/api/v1/operator/panel/money',
    access: 'operator_finance',
    summary: '收入、负债与当前消耗，逐项等于总账的行之和',
    description: 'Returns revenue, liabilities and hourly consumption in yuan; each equals the sum of its ledger entries.',
    source: 'decided: product §10',
    data: z.object({
      at: Time,
      burn_hour: Yuan.meta({ description: '按量计费实例每小时的消耗' }),
      revenue_today: Yuan,
      revenue_week: Yuan.meta({ description: '含今天在内的 7 个自然日' }),
      liabilities: Yuan.meta({ description: '用户余额之和，不含欠费的用户' }),
      arrears: Yuan.meta({ description: '欠费之和，负数' }),
    }),
  }),
}

const LedgerSum = z.object({ account: LedgerAccountName, kind: LedgerEntry.shape.kind, amount: Yuan })

export const operatorFinance = {
  panel: endpoint({
    method: 'GET',
    path: '/api/v1/operator/panel/finance',
    access: 'operator_finance',
    summary: '财务：一段时间的收入与收支，和现在的负债与应收；逐项等于总账的行之和',
    description:
      "Returns revenue and movements of a period, and present liabilities and receivables, equal to the ledger's sums.",
    source: 'decided: product §10',
    query: z.object({ period: ReportPeriod.default('month') }),
    data: z.object({
      at: Time,
      revenue: Yuan.meta({ description: '收入账户的净增加，含代金券支付的部分' }),
      by_voucher: Yuan.meta({ description: '其中由代金券支付' }),
      moved: z.array(LedgerSum).meta({ description: '平台各账户在这段时间的发生额，按类型' }),
      owed: z
        .array(z.object({ account: LedgerAccountName, amount: Yuan }))
        .meta({ description: '现在欠用户的：各类钱包余额之和，余额不含欠款的用户' }),
      owed_total: Yuan,
      receivable: Yuan.meta({ description: '用户欠平台的，含滞纳金' }),
      debtors: z.number().int(),
    }),
  }),
}
