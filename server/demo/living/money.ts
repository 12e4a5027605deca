import { bankTransfers } from '#contract/bank-transfers.ts'
import { coupons } from '#contract/coupons.ts'
import { invoiceTitles } from '#contract/invoice-titles.ts'
import { invoices } from '#contract/invoices.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { operatorAdjustments } from '#contract/operator/adjustments.ts'
import { operatorBankTransfers } from '#contract/operator/bank-transfers.ts'
import { operatorChanges } from '#contract/operator/changes.ts'
import { CampaignForm, operatorCoupons } from '#contract/operator/coupons.ts'
import { operatorInvoices } from '#contract/operator/invoices.ts'
import { operatorWithdrawals } from '#contract/operator/withdrawals.ts'
import { computeCreditCodeCheck } from '#contract/tax-number.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { type StoryTime, toStoryDate } from '#server/demo/living/calendar.ts'
import { cast } from '#server/demo/living/cast.ts'
import { livingRepo } from '#server/demo/living/living.repo.ts'
import { runJob } from '#server/demo/living/pass-time.ts'
import type { Scene, Stage } from '#server/demo/living/stage.ts'
import { drawDemoReceipt, seedPayments } from '#server/demo/seed-payments.ts'

const minuteMs = 60_000
const welcomeVoucher = '新人代金券'
/** Some find the voucher for newcomers; the demo account has not looked yet. */
const claimers = [
  '何川',
  '程诺',
  '唐果',
  '罗阳',
  '小邓跑实验',
  '许诺',
  '方圆',
  '白露',
  '江宁',
  '贺兰',
  '石磊',
  '杜若',
  '顾南',
  '钟灵',
  '尹航',
  '温故',
]

interface InvoiceStory {
  who: string
  holder: 'company' | 'university'
  title: string
  code_head: string
  items: number
  at: StoryTime
  /** Left out: waits for finance. */
  decided?: { at: StoryTime; refused?: string }
}
const invoiceStories: readonly InvoiceStory[] = [
  {
    who: '苏晴',
    holder: 'university',
    title: '清河大学',
    code_head: '12100000400000456',
    items: 2,
    at: '17 10:10',
    decided: { at: '17 15:20' },
  },
  {
    who: '高远',
    holder: 'company',
    title: '杭州高岭科技有限公司',
    code_head: '91330108MA2KC8Q1X',
    items: 1,
    at: '21 11:00',
    decided: { at: '21 16:00', refused: '抬头与税号不是同一个单位，请核对后再次申请' },
  },
  {
    who: '云帆算法组',
    holder: 'company',
    title: '北京云帆智能科技有限公司',
    code_head: '91110108MA02YFKJ8',
    items: 1,
    at: '29 10:30',
  },
  { who: '林晓', holder: 'university', title: '清河大学', code_head: '12100000400000456', items: 3, at: '29 11:15' },
]

async function requestInvoice(
  stage: Stage,
  { who, holder, title, code_head: head, items: count, decided }: InvoiceStory,
): Promise<void> {
  const actor = stage.as(who)
  const taxNumber = head + computeCreditCodeCheck(head)
  const { id: titleId } = await actor.call(invoiceTitles.create, { body: { holder, name: title, tax_number: taxNumber } })
  const { items } = await actor.call(invoices.invoiceable)
  const chosen = items.filter(({ ready }) => ready).slice(0, count)
  const amount = formatFenAsYuan(chosen.reduce((sum, item) => sum + parseYuanToFen(item.amount), 0n))
  const body = {
    kind: 'normal' as const,
    title_id: titleId,
    item_ids: chosen.map(({ id }) => id),
    amount,
    emails: [],
    remark: '算力费用',
  }
  const { id } = await actor.call(invoices.create, { body })
  if (!decided) return
  stage.plan({
    at: decided.at,
    play: async () => {
      const params = { id }
      if (decided.refused) return stage.as('运营').call(operatorInvoices.reject, { params, body: { reason: decided.refused } })
      await stage.as('运营').call(operatorInvoices.approve, { params })
      await runJob(stage, 'invoices')
    },
  })
}

/** Both operators confirm a transfer of this size. */
async function transferByBank(stage: Stage): Promise<void> {
  const file = { bytes: await drawDemoReceipt(), name: 'receipt.png', type: 'image/png' }
  const body = { amount: '20000', payer_name: '北京云帆智能科技有限公司' }
  const { id } = await stage.as('云帆算法组').call(bankTransfers.create, { body }, file)
  for (const [at, who] of [
    ['10 14:20', '运营'],
    ['10 16:05', '复核'],
  ] as const)
    stage.plan({
      at,
      play: () =>
        stage.as(who).call(operatorBankTransfers.confirm, { params: { id }, body: { bank_reference: 'ZS2026011000731' } }),
    })
}

async function withdraw(stage: Stage, who: string, amount: string, approved?: StoryTime): Promise<void> {
  const { id } = await stage.as(who).call(withdrawals.create, { body: { type: 1, amount } })
  if (approved)
    stage.plan({
      at: approved,
      play: async () => {
        await stage.as('运营').call(operatorWithdrawals.approve, { params: { id } })
        await runJob(stage, 'payouts')
      },
    })
}

async function claimVoucher(stage: Stage, who: string): Promise<void> {
  const id = await livingRepo(stage.deps.database.kysely).campaignId(welcomeVoucher)
  await stage.as(who).call(coupons.claim, { body: { campaign_id: id } })
}

/** Makes up for an evening of repairs; the demo account's run by the hour eats into it. */
async function compensate(stage: Stage): Promise<void> {
  const reason = '华北一区检修补偿'
  const terms = { kind: 'voucher', face: '100', how: 'grant', quota: 20, per_user: 1, validity: 'days', valid_days: 30 } as const
  const body = CampaignForm.parse({ ...terms, name: '检修补偿券', uses: ['usage'], reason })
  const { id } = await stage.as('运营').call(operatorCoupons.create, { body })
  const users = stage.as('林晓').id
  await stage.as('运营').call(operatorCoupons.grant, { params: { id }, body: { users, reason } })
}

interface AdjustmentStory {
  who: string
  direction: 'add' | 'take'
  amount: string
  reason: string
  at: StoryTime
  /** For what one operator may not decide alone. */
  approved?: StoryTime
}
const adjustmentStories: readonly AdjustmentStory[] = [
  { who: '吴桐', direction: 'add', amount: '20', reason: '镜像丢失导致开机失败，耽误一上午，补偿', at: '8 15:30' },
  { who: '顾南', direction: 'add', amount: '40', reason: '连续两次开机失败，镜像已修复，补偿', at: '13 16:20' },
  { who: '顾南', direction: 'take', amount: '10', reason: '补偿多记 10 元，与用户确认后更正', at: '14 10:05' },
  {
    who: '云帆算法组',
    direction: 'add',
    amount: '1200',
    reason: '框架协议约定的首月用量返还',
    at: '27 10:20',
    approved: '27 14:40',
  },
]

async function adjustBalanceOf(stage: Stage, { who, direction, amount, reason, approved }: AdjustmentStory): Promise<void> {
  const body = { user: stage.as(who).id, direction, amount, reason }
  const { id } = await stage.as('运营').call(operatorAdjustments.create, { body })
  if (approved) stage.plan({ at: approved, play: () => stage.as('复核').call(operatorChanges.approve, { params: { id } }) })
}

export const buildMoneyScenes = (): Scene[] => [
  ...cast
    .filter(({ nickname }) => claimers.includes(nickname))
    .map(
      ({ nickname, joins }): Scene => ({
        at: new Date(toStoryDate(joins).getTime() + 32 * minuteMs),
        play: (stage) => claimVoucher(stage, nickname),
      }),
    ),
  ...invoiceStories.map((story): Scene => ({ at: story.at, play: (stage) => requestInvoice(stage, story) })),
  ...adjustmentStories.map((story): Scene => ({ at: story.at, play: (stage) => adjustBalanceOf(stage, story) })),
  { at: '10 10:30', play: transferByBank },
  { at: '30 15:10', play: compensate },
  { at: '18 10:20', play: (stage) => withdraw(stage, '何川', '100', '18 15:40') },
  { at: '30 17:10', play: (stage) => withdraw(stage, '云帆算法组', '500') },
  { at: '30 16:10', play: ({ deps }) => seedPayments(deps) },
]
