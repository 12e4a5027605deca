import { limits } from '#contract/limits.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import styles from './RewardRules.module.css'

const rules: readonly [string, string][] = [
  [
    '怎么计算',
    `好友按量扣费和已结束的订单中现金的部分，减去退款，累计的 ${limits.invitationPercent}%，不足 1 分的留到下一次。代金券和优惠券抵扣的部分不算。`,
  ],
  ['什么不算', '镜像价格归镜像的作者，不计奖励；好友使用你自己的镜像、用平台赠送的余额，也不计。'],
  ['好友欠费', '欠着的消费是待结清，好友付清之后计入，一直不付就没有奖励。'],
  ['什么时候到账', '每天结算前一天，结果进入收益钱包，可以提现。每一天的算式都能在受邀用户里展开。'],
  ['包日、包周什么时候算', '买到的时长用完、转为按量或释放之后，按没有退回的部分算；已经计入的订单不再退款，奖励不会收回。'],
  ['多长时间', `好友注册后 ${limits.invitationYears} 年内付的钱。好友的子账号花的钱也算。`],
  ['不能邀请自己', '一个身份证号只能认证一个账号，登录着自己的账号也不能用自己的邀请码注册。'],
]

/** How rewards are worked out, so that nobody has to ask. */
export function RewardRules() {
  return (
    <PagePanel title="奖励规则">
      <dl className={styles.rules}>
        {rules.map(([question, answer]) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </PagePanel>
  )
}
