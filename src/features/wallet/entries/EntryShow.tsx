import { Link } from 'react-router-dom'
import type { LedgerEntryDetail } from '#contract/ledger-entries.ts'
import { type LedgerEntryKind, walletNames } from '#contract/wallet.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { createIdPath, paths } from '#src/paths.ts'
import { formatTimeExact } from '#src/ui/format-time.ts'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './EntryShow.module.css'

interface KindReason {
  words: string
  /** Link to the referenced object. */
  link?: string
  open?: (ref: string) => string
}

const toWithdrawalPath = createIdPath(paths.withdrawals)

const reasons: Record<LedgerEntryKind, KindReason> = {
  recharge: { words: '充值到账，进入可用余额。', link: '查看充值记录', open: () => paths.recharges },
  order: { words: '支付一个订单。包日、包周在下单时一次付清。', link: '查看订单', open: paths.myOrder },
  refund: { words: '订单退款，退回可用余额；启动失败时代金券一并退回。', link: '查看订单', open: paths.myOrder },
  usage: { words: '按量计费的一次结算：到这一刻为止用掉、还没有扣过的秒数。下面是逐段的秒数与单价。' },
  late_fee: { words: '欠费产生的滞纳金，从可用余额扣除。' },
  withdraw_hold: { words: '申请提现，金额冻结等待审核。', link: '查看提现', open: toWithdrawalPath },
  withdraw_return: { words: '提现没有通过或已撤回，金额解冻退回。', link: '查看提现', open: toWithdrawalPath },
  withdraw: { words: '提现已打款，冻结的金额离开平台。', link: '查看提现', open: toWithdrawalPath },
  voucher_grant: { words: '领取或兑换了一张代金券。', link: '查看优惠券', open: () => paths.coupons },
  voucher_end: { words: '代金券到期，没有用完的部分失效。', link: '查看优惠券', open: () => paths.coupons },
  reward: { words: '邀请奖励，进入收益余额。', link: '查看邀请', open: () => paths.invitation },
  llm_usage: { words: '大模型 API 的用量，按词元计费。', link: '查看调用账单', open: () => paths.billApi },
  creator_income: { words: '别人用你的镜像产生的收益，按月结算。', link: '查看月度对账单', open: () => paths.creativeIncome },
  allocate: { words: '主账号与子账号之间划拨额度。' },
  adjust: { words: '平台人工调整余额，原因写在内容里。' },
}

/** Formats the reason of a ledger entry, with a link to its source. */
function toEntryReason({ kind, ref, charges }: LedgerEntryDetail): { words: string; to?: string; link?: string } {
  const { words, link, open } = reasons[kind]
  const instances = [...new Set(charges.map(({ instance_id: instanceId }) => instanceId))]
  if (kind === 'usage' && instances.length === 1)
    return { words, to: paths.containerInstanceTab(instances[0]!, 'billing'), link: '查看实例账单' }
  if (!link || !open || (open.length > 0 && !ref)) return { words }
  return { words, to: open(ref ?? ''), link }
}

/** Seconds charged by one settlement, by instance and segment. */
function EntryCharges({ charges }: Pick<LedgerEntryDetail, 'charges'>) {
  return (
    <MoneyTable
      caption="逐段扣费"
      heads={['实例', '这一段从', '计费秒', '单价（元/小时）', '金额（元）', '其中代金券（元）']}
      rows={charges.map((charge) => ({
        key: `${charge.segment_id}-${charge.from_s}`,
        cells: [
          <Link key="instance" to={paths.consumptionOf({ instance_id: charge.instance_id })}>
            {charge.instance_name}
          </Link>,
          formatTimeExact(charge.started_at),
          `${charge.from_s}–${charge.to_s}`,
          <YuanAmount key="price" amount={charge.price_hour} bare />,
          <YuanAmount key="amount" amount={charge.amount} bare />,
          <YuanAmount key="voucher" amount={charge.voucher} bare />,
        ],
      }))}
      numbers={3}
    />
  )
}

/** Reason of an entry, with links to its source and to the other entries of the same posting. */
function EntryReason({ entry }: { entry: LedgerEntryDetail }) {
  const { words, to, link } = toEntryReason(entry)
  return (
    <ShowPanels>
      <PagePanel title="这一笔是为了什么">
        <div className={styles.reason}>
          <p>{words}</p>
          {to && <Link to={to}>{link}</Link>}
          {entry.others.map((other) => (
            <p key={other.id} className={styles.other}>
              同一笔交易中，{walletNames[other.wallet]} <YuanAmount amount={other.amount} as="flow" />
            </p>
          ))}
        </div>
      </PagePanel>
      {entry.charges.length > 0 && (
        <PagePanel title="扣的是哪些秒" flush>
          <EntryCharges charges={entry.charges} />
        </PagePanel>
      )}
    </ShowPanels>
  )
}

/** One entry of 收支明细, and its reason. */
export default function EntryShow({ resource }: { resource: Resource }) {
  // rows of this page are answers of `ledger_entries.get`
  return <Show resource={resource}>{(row) => <EntryReason entry={row as unknown as LedgerEntryDetail} />}</Show>
}
